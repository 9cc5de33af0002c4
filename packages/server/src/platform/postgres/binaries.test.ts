import { expect, it } from 'vitest';
import { findPostgresBinaries } from './binaries.ts';

it('says what to do where no PostgreSQL is bundled', () => {
  expect(() => findPostgresBinaries('sunos', 'sparc')).toThrow('Set DATABASE_URL');
});
