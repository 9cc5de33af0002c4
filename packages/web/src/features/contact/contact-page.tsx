import { PageHeader } from '../../components/ui/page-header.tsx';
import { usePageTitle } from '../../lib/page-title.ts';

export function ContactPage() {
  usePageTitle('Contact Us');
  return (
    <div className="page-width">
      <PageHeader title="Contact Us" />
    </div>
  );
}
