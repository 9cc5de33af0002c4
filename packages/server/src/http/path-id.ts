import { z } from 'zod';
import type { AppContext } from './app-env.ts';
import { AppError } from './app-error.ts';

/** The `:id` of the address. What is no UUID cannot name anything: `not_found`. */
export function idOf(c: AppContext): string {
  return parseId(c.req.param('id'));
}

/** The id of a render or a video, in lower case. What is no UUID cannot name one: `not_found`. */
export function parseId(text: unknown): string {
  const parsed = z.uuid().safeParse(text);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data.toLowerCase();
}
