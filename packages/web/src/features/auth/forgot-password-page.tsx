import { zodResolver } from '@hookform/resolvers/zod';
import { paths, requestPasswordResetSchema } from '@moodreel/contract';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { EmailField } from '../../components/credential-fields.tsx';
import { Form, Submit } from '../../components/ui/form.tsx';
import { sendApi } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { routes } from '../../lib/routes.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useEmailToHandOn, useTypedEmail } from './typed-email.ts';

/** Asks for a mail with a link. The answer is the same whether the address is known or not. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot your password?', 'Ask for a link to choose a new Moodreel password.');
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    resolver: zodResolver(requestPasswordResetSchema),
    defaultValues: { email: useTypedEmail() },
  });
  const typed = useEmailToHandOn(form.control);
  return (
    <AuthFrame
      slate="The prompter helps"
      title="Forgot your password?"
      lead="It happens on every stage. We send you a link to choose a new one."
    >
      {sentTo ? (
        <Sent to={sentTo} />
      ) : (
        <Form
          form={form}
          onSend={async (body) => {
            await sendApi(paths.requestPasswordReset(), { method: 'POST', body });
            setSentTo(body.email);
          }}
        >
          <EmailField />
          <Submit size="large">Send the link</Submit>
        </Form>
      )}
      <p className="mt-5">
        <Link className="finger-size text-link" to={routes.login} state={typed}>
          Back to Sign In
        </Link>
      </p>
    </AuthFrame>
  );
}

/** Stands where the form was, and takes the focus that went with it. */
function Sent({ to }: { readonly to: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p ref={words} role="status" tabIndex={-1} className="outline-none">
      If <strong className="wrap-anywhere">{to}</strong> has an account, a link is on its way. It
      works for an hour.
    </p>
  );
}
