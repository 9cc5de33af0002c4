import { z } from 'zod';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';

/** The `:id` of the address. What is no UUID cannot name anything: `not_found`. */
export function idOf(c: AppContext): string {
  const parsed = z.uuid().safeParse(c.req.param('id'));
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data.toLowerCase();
}
