import type { ContactMessage } from '@moodreel/contract';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

const draftSchema = z.object({
  /** The account that typed it; empty for a visitor, who may sign in before sending. */
  owner: z.string(),
  subject: z.string(),
  email: z.string(),
  message: z.string(),
});
type Draft = z.infer<typeof draftSchema>;

const storageKey = 'moodreel-contact-draft';

/*
 * A message that was typed and not sent, so that neither another page nor a reload loses it: in this
 * tab, until that is closed or the account signs out.
 */

/** What was typed before, unless another account did. */
export function contactDraft(owner: string): Omit<Draft, 'owner'> | undefined {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored === null) return undefined;
    const { owner: typist, ...draft } = draftSchema.parse(JSON.parse(stored));
    return typist === '' || typist === owner ? draft : undefined;
  } catch {
    // Without storage, or with something else in it, the form begins empty.
    return undefined;
  }
}

/** Keeps what the form holds, at every letter; nothing where that is as it is in an empty form. */
export function useContactDraft(
  { subscribe }: UseFormReturn<ContactMessage>,
  owner: string,
  empty: ContactMessage,
): void {
  const { email: ownEmail } = empty;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { subject, email, message } }) => {
          if (subject === '' && message === '' && email === ownEmail) dropContactDraft();
          else store({ owner, subject, email, message });
        },
      }),
    [subscribe, owner, ownEmail],
  );
}

function store(draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Without storage it lasts until the page is left.
  }
}

/** Forgets what was typed into the form. */
export function dropContactDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // There is none.
  }
}
