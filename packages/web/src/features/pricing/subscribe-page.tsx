import type { SubscriptionPlan } from '@moodreel/contract';
import { PLAN_PRICES } from '@moodreel/contract';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function MonthlyPage() {
  return <SubscribePage plan="monthly" />;
}

export function YearlyPage() {
  return <SubscribePage plan="yearly" />;
}

function SubscribePage({ plan }: { readonly plan: SubscriptionPlan }) {
  usePageTitle(PLAN_PRICES[plan].title);
  return (
    <div className="page-width">
      <PageHeader title={PLAN_PRICES[plan].title} />
    </div>
  );
}
