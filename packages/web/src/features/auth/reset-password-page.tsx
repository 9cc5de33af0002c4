import { zodResolver } from '@hookform/resolvers/zod';
import { paths } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { sendApi } from '../../lib/api.ts';
import { newPasswordTwice } from '../../lib/new-password.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { useSessionActions } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';

/** Where the link of the mail leads: a new password, then back to sign in. */
export function ResetPasswordPage() {
  usePageTitle('Choose a new password', 'Choose a new password for your Moodreel account.');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const navigate = useNavigate();
  const { refresh } = useSessionActions();
  const form = useForm({
    resolver: zodResolver(newPasswordTwice),
    defaultValues: { newPassword: '', repeat: '' },
  });
  async function change(newPassword: string): Promise<void> {
    await sendApi(paths.resetPassword(), { method: 'POST', body: { token, newPassword } });
    await refresh();
    void showPopup({
      title: 'Your password is changed',
      text: 'All sessions were ended. Sign in with the new one.',
    });
    await navigate(routes.login);
  }
  return (
    <AuthFrame slate="New lines" title="Choose a new password" lead="At least 6 characters.">
      {token === '' ? (
        <p role="alert">
          This link is not complete.{' '}
          <Link className="text-link" to={routes.forgotPassword}>
            Ask for a new one
          </Link>
          .
        </p>
      ) : (
        <Form form={form} onSend={({ newPassword }) => change(newPassword)}>
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            {...fieldOf(form, 'newPassword')}
          />
          <Field
            label="Repeat the new password"
            type="password"
            autoComplete="new-password"
            required
            {...fieldOf(form, 'repeat')}
          />
          <Submit size="large">Change the password</Submit>
          <p>
            The link works once, for an hour.{' '}
            <Link className="finger-size text-link" to={routes.forgotPassword}>
              Ask for a new one
            </Link>
          </p>
        </Form>
      )}
    </AuthFrame>
  );
}
