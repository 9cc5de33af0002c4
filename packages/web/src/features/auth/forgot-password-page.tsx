import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function ForgotPasswordPage() {
  usePageTitle('Forgot your password?');
  return (
    <div className="page-width">
      <PageHeader title="Forgot your password?" />
    </div>
  );
}
