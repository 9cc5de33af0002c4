import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema, newPasswordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { EmailField, NewPasswordField } from '../../components/credential-fields.tsx';
import { Form, Submit } from '../../components/ui/form.tsx';
import { NewTabLink } from '../../components/ui/new-tab-link.tsx';
import { ApiError } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { isPaymentPage, returnTarget, routes } from '../../lib/routes.ts';
import { useSessionActions } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useEmailToHandOn, useTypedEmail } from './typed-email.ts';

const signUpForm = z.object({ email: emailSchema, password: newPasswordSchema });

/** Sign Up. The new user is signed in at once; RequireSignedOut then leads on. */
export function SignUpPage() {
  usePageTitle('Sign Up', 'Create a free Moodreel account: three films a week, three moods.');
  const { signUp } = useSessionActions();
  const [search] = useSearchParams();
  const form = useForm({
    resolver: zodResolver(signUpForm),
    defaultValues: { email: useTypedEmail(), password: '' },
  });
  const typed = useEmailToHandOn(form.control);
  return (
    <AuthFrame
      slate="Casting call"
      title="Sign Up"
      lead={
        isPaymentPage(returnTarget(search))
          ? 'Create your account, and we take you straight back to your plan.'
          : 'Three films a week are on the house. No card needed.'
      }
    >
      <Form
        form={form}
        onSend={({ email, password }) => signUp(email, password)}
        explain={signUpMessage}
      >
        <EmailField />
        <NewPasswordField />
        <p className="text-[0.9375rem] text-ink-soft">
          With an account you accept the <NewTabLink to={routes.terms}>terms</NewTabLink>. What
          happens to your pictures is explained under{' '}
          <NewTabLink to={routes.privacy}>privacy</NewTabLink>.
        </p>
        <Submit size="large">Create Account</Submit>
        <p>
          <Link
            className="finger-size text-link"
            to={{ pathname: routes.login, search: search.toString() }}
            state={typed}
          >
            Already have an account? Login
          </Link>
        </p>
      </Form>
    </AuthFrame>
  );
}

function signUpMessage(error: unknown): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'email_in_use') return 'Email already in use';
  const told = ['weak_password', 'too_many_requests'];
  if (error instanceof ApiError && told.includes(code)) return error.message;
  return 'Unexpected error occurred. Please try again.';
}
