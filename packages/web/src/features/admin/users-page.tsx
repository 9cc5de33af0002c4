import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function UsersPage() {
  usePageTitle('Users');
  return (
    <div className="page-width">
      <PageHeader title="Users" />
    </div>
  );
}
