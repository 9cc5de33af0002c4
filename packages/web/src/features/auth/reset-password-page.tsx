import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function ResetPasswordPage() {
  usePageTitle('Choose a new password');
  return (
    <div className="page-width">
      <PageHeader title="Choose a new password" />
    </div>
  );
}
