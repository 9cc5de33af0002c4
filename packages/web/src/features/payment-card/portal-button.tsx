import { paths, portalSchema } from '@moodreel/contract';
import { useState } from 'react';
import { Button, type ButtonProps } from '../../components/ui/button.tsx';
import { showPopup } from '../../components/ui/popup.tsx';
import { callApi, messageOf } from '../../lib/api.ts';

/** The way to the page of the payment provider that keeps the card. */
export function PortalButton(look: Pick<ButtonProps, 'className'>) {
  const [busy, setBusy] = useState(false);
  return (
    <Button look="secondary" busy={busy} onClick={() => void openPortal()} {...look}>
      Cards and invoices
    </Button>
  );

  async function openPortal(): Promise<void> {
    setBusy(true);
    try {
      const method = 'POST';
      const { url } = await callApi(paths.subscriptionPortal(), portalSchema, { method, body: {} });
      window.location.assign(url);
    } catch (error) {
      void showPopup({ title: 'Error!', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
}
