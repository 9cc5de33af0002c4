import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function EditUserPage() {
  usePageTitle('Edit User');
  return (
    <div className="page-width">
      <PageHeader title="Edit User" />
    </div>
  );
}
