import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function DownloadsPage() {
  usePageTitle('Downloads');
  return (
    <div className="page-width">
      <PageHeader title="Downloads" />
    </div>
  );
}
