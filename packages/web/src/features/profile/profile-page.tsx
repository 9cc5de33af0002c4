import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function ProfilePage() {
  usePageTitle('Edit Profile');
  return (
    <div className="page-width">
      <PageHeader title="Edit Profile" />
    </div>
  );
}
