import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function SharedVideoPage() {
  usePageTitle('A shared video');
  return (
    <div className="page-width">
      <PageHeader title="A shared video" />
    </div>
  );
}
