import { Link, useLocation } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { loginWithReturn, signUpWithReturn } from '../../lib/routes.ts';

/** Said before anything is typed: a plan belongs to an account. Both ways lead back to this page. */
export function AccountFirst() {
  const { pathname } = useLocation();
  return (
    <section
      aria-labelledby="account-first"
      className="mb-6 rounded-field border-2 border-line bg-stage p-5"
    >
      <h2 id="account-first" className="text-h3">
        First, your account
      </h2>
      <p className="mt-1">
        Premium belongs to an account. Sign in or create one, and you come straight back to this
        plan, with whatever you have typed.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="small" asChild>
          <Link to={loginWithReturn(pathname)}>Sign in</Link>
        </Button>
        <Button look="secondary" size="small" asChild>
          <Link to={signUpWithReturn(pathname)}>Create an account</Link>
        </Button>
      </div>
    </section>
  );
}
