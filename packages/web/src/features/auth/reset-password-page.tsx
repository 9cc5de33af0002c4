import { zodResolver } from '@hookform/resolvers/zod';
import { paths, resetLinkSchema } from '@moodreel/contract';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { NewPasswordField } from '../../components/credential-fields.tsx';
import { TryAgain } from '../../components/try-again.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { Loading } from '../../components/ui/spinner.tsx';
import { callApi, messageOf, sendApi } from '../../lib/api.ts';
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
  return (
    <AuthFrame slate="New lines" title="Choose a new password" lead="A fresh one for your account.">
      {token === '' ? <UselessLink why="This link is not complete." /> : <Checked token={token} />}
    </AuthFrame>
  );
}

/** Asks whether the link works before anybody thinks of a password. */
function Checked({ token }: { readonly token: string }) {
  const link = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () =>
      callApi(paths.checkResetLink(), resetLinkSchema, { method: 'POST', body: { token } }),
    // Once: what is being typed must not go because the hour ends meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (link.data?.valid) return <NewPasswordForm token={token} />;
  if (link.data) return <UselessLink why="This link is no longer valid." />;
  if (!link.isError) return <Loading className="min-h-90" />;
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <p>{messageOf(link.error)}</p>
      <TryAgain busy={link.isFetching} onRetry={() => void link.refetch()} />
    </div>
  );
}

function UselessLink({ why }: { readonly why: string }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-5">
      <p>
        <strong>{why}</strong> Each link works once, for an hour. We gladly send you another.
      </p>
      <Button size="large" asChild>
        <Link to={routes.forgotPassword}>Ask for a new link</Link>
      </Button>
    </div>
  );
}

function NewPasswordForm({ token }: { readonly token: string }) {
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
    <Form form={form} onSend={({ newPassword }) => change(newPassword)}>
      <NewPasswordField label="New password" name="newPassword" />
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
  );
}
