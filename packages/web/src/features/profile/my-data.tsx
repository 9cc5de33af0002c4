import { paths, type User } from '@moodreel/contract';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../components/ui/button.tsx';
import { tellFailure } from '../../components/ui/popup.tsx';
import { sendApi } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download-file.ts';

/** Everything that is kept about the user, as one file; and confirming the e-mail address. */
export function MyData({ user }: { readonly user: User }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-ink-soft">
        One file with all that is kept of you: your record, your films, also those that are not
        saved, and pictures that wait for theirs.
      </p>
      <Download />
      {user.emailVerified ? null : <VerifyEmail email={user.email} />}
    </div>
  );
}

function Download() {
  const [busy, setBusy] = useState(false);
  return (
    <Button look="secondary" busy={busy} onClick={() => void download()}>
      Download my data
    </Button>
  );

  async function download(): Promise<void> {
    setBusy(true);
    try {
      // A link alone would fail without a word on the page. Whoever is to sign in is led there.
      await sendApi(paths.accountExport(), { method: 'HEAD' });
      downloadFile(paths.accountExport());
    } catch (error) {
      tellFailure('Your data cannot be downloaded now', error);
    } finally {
      setBusy(false);
    }
  }
}

function VerifyEmail({ email }: { readonly email: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <p className="text-[0.9375rem]">
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
