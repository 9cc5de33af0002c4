import { zodResolver } from '@hookform/resolvers/zod';
import { emailSchema, passwordSchema } from '@moodreel/contract';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { z } from 'zod';
import { EmailField } from '../../components/credential-fields.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Form, fieldOf, Submit } from '../../components/ui/form.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import {
  isFirstFilm,
  isPaymentPage,
  isSessionEnded,
  returnTarget,
  routes,
} from '../../lib/routes.ts';
import { useSessionActions } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { type TypedEmail, useEmailToHandOn, useTypedEmail } from './typed-email.ts';

const loginForm = z.object({ email: emailSchema, password: passwordSchema });

/** Sign In. Where it leads afterwards is the guard's business: see RequireSignedOut. */
export function LoginPage() {
  usePageTitle('Sign In', 'Sign in to Moodreel and animate your pictures.');
  const { signIn } = useSessionActions();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const isNewcomer = isFirstFilm(state);
  const form = useForm({
    resolver: zodResolver(loginForm),
    defaultValues: { email: useTypedEmail(), password: '' },
  });
  const typed = useEmailToHandOn(form.control);
  return (
    <AuthFrame
      slate="Stage door"
      title="Sign In"
      lead={
        isNewcomer
          ? 'Every film belongs to an account.'
          : leadTo(returnTarget(search), isSessionEnded(state))
      }
    >
      {isNewcomer ? <NewHere search={search.toString()} typed={typed} /> : null}
      <Form
        form={form}
        onSend={async ({ email, password }) => {
          await signIn(email, password);
          toast.success('Signed in successfully');
        }}
        explain={loginMessage}
      >
        <EmailField />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...fieldOf(form, 'password')}
        />
        <Submit
          size="large"
          look={isNewcomer ? 'secondary' : 'primary'}
          // Links in mails lead here when they are too old or were used before.
          notice={
            search.has('error')
              ? 'This link is no longer valid. Please ask for a new one.'
              : undefined
          }
        >
          Sign in
        </Submit>
        <p className="flex flex-wrap justify-between gap-x-6 gap-y-2">
          {isNewcomer ? null : (
            <span>
              New here?{' '}
              <Link
                className="finger-size text-link"
                to={{ pathname: routes.signUp, search: search.toString() }}
                state={typed}
              >
                Create an account
              </Link>
            </span>
          )}
          <Link className="finger-size text-link" to={routes.forgotPassword} state={typed}>
            Forgot your password?
          </Link>
        </p>
      </Form>
    </AuthFrame>
  );
}

/** Before the form, for those who want a film: most of them have no account to sign in to. */
function NewHere({ search, typed }: { readonly search: string; readonly typed: TypedEmail }) {
  return (
    <>
      <section aria-labelledby="new-here">
        <h2 id="new-here" className="text-h3">
          New here?
        </h2>
        <p className="mt-1">Yours is free: three films a week, and no card needed.</p>
        <Button size="large" className="mt-4 w-full" asChild>
          <Link to={{ pathname: routes.signUp, search }} state={typed}>
            Create an account
          </Link>
        </Button>
      </section>
      <h2 className="mt-7 mb-4 border-t-2 border-dashed border-line-soft pt-6 text-h3">
        Have you been here before?
      </h2>
    </>
  );
}

function leadTo(next: string | undefined, ended: boolean): string {
  if (ended)
    return 'Your session has ended. Sign in again, and we take you back to where you were.';
  if (next === undefined) return 'Good to see your face again.';
  if (isPaymentPage(next)) return 'Sign in, and we take you straight back to your plan.';
  return 'Sign in, and we take you straight to where you were going.';
}

function loginMessage(error: unknown): string {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
  return refused ? 'Incorrect Email or Password' : messageOf(error);
}
