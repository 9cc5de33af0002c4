import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function PricingPage() {
  usePageTitle('Pricing');
  return (
    <div className="page-width">
      <PageHeader title="Pricing" />
    </div>
  );
}
