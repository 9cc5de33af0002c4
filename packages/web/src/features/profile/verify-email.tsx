import { paths } from '@moodreel/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { tellFailure } from '../../components/ui/popup.tsx';
import { sendApi } from '../../lib/api.ts';

/** Says that the e-mail address is not confirmed yet, and how that can be done. */
export function VerifyEmail({ email }: { readonly email: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <p className="mt-4 text-[0.9375rem]">
      Your e-mail address is not confirmed yet.{' '}
      <button
        type="button"
        className="finger-size text-link"
        // Disabled it would lose the focus.
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={busy ? undefined : () => void send()}
      >
        Send the mail again
      </button>
    </p>
  );

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await sendApi(paths.sendVerificationMail(), { method: 'POST', body: { email } });
      toast.success('The mail is on its way.');
    } catch (error) {
      tellFailure('The mail was not sent', error);
    } finally {
      setBusy(false);
    }
  }
}
