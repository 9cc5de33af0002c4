import { MIN_PASSWORD_LENGTH, newPasswordSchema } from '@moodreel/contract';
import { z } from 'zod';

/** What is said below the field of a new password before anything is typed. */
export const newPasswordHint = `At least ${MIN_PASSWORD_LENGTH} characters.`;

/** A new password typed twice. */
export const newPasswordTwice = z
  .object({ newPassword: newPasswordSchema, repeat: z.string() })
  .superRefine(checkRepeat);

/** Says under `repeat` when a new password is not repeated, or not equally. */
export function checkRepeat(
  { newPassword, repeat }: { readonly newPassword: string; readonly repeat: string },
  context: z.RefinementCtx,
): void {
  if (newPassword === '' || newPassword === repeat) return;
  context.addIssue({
    code: 'custom',
    path: ['repeat'],
    message: repeat === '' ? 'Please repeat the new password.' : 'Passwords do not match.',
  });
}
