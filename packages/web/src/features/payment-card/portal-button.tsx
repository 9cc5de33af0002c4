import { type PortalReturn, paths, portalSchema } from '@moodreel/contract';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { tellFailure } from '../../components/ui/popup.tsx';
import { callApi } from '../../lib/api.ts';
import { leaveFor } from '../../lib/leave-for.ts';

/**
 * The way to the page of the payment provider that keeps the card.
 * @param returnTo the page that the provider's leads back to
 */
export function PortalButton({ returnTo }: { readonly returnTo: PortalReturn }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button look="secondary" busy={busy} onClick={() => void openPortal()}>
      Cards and invoices
    </Button>
  );

  async function openPortal(): Promise<void> {
    setBusy(true);
    try {
      const asked = { method: 'POST', body: { returnTo } } as const;
      const { url } = await callApi(paths.subscriptionPortal(), portalSchema, asked);
      await leaveFor(url);
    } catch (error) {
      tellFailure('Error!', error);
    } finally {
      setBusy(false);
    }
  }
}
