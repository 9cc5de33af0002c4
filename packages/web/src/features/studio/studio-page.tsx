import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function StudioPage() {
  usePageTitle('Animate a face');
  return (
    <div className="page-width">
      <PageHeader title="Animate a face" />
    </div>
  );
}
