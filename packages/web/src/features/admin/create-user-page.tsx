import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function CreateUserPage() {
  usePageTitle('Create User');
  return (
    <div className="page-width">
      <PageHeader title="Create User" />
    </div>
  );
}
