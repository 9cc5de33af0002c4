import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function HomePage() {
  usePageTitle('Moodreel');
  return (
    <div className="page-width">
      <PageHeader title="Moodreel" />
    </div>
  );
}
