import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function CancelPage() {
  usePageTitle('Subscription Details');
  return (
    <div className="page-width">
      <PageHeader title="Subscription Details" />
    </div>
  );
}
