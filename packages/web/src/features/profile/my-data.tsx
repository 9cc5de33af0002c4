import { paths } from '@moodreel/contract';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { tellFailure } from '../../components/ui/popup.tsx';
import { sendApi } from '../../lib/api.ts';
import { downloadFile } from '../../lib/download-file.ts';

/** Everything that is kept about the user, as one file. */
export function MyData() {
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-ink-soft">
        One file with all that is kept of you: your record, your films, also those that are not
        saved, and pictures that wait for theirs.
      </p>
      <Download />
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
