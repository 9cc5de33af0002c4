import { expect, test, vi } from 'vitest';
import { createNodeModelRuntime } from './model-runtime.ts';

test('the runtime starts in silence and leaves the globals as they were', async () => {
  const names = Object.getOwnPropertyNames(globalThis);
  const starting = createNodeModelRuntime();
  // Tests and servers set the console's methods as well: one may do so while LiteRT starts.
  const said = vi.spyOn(console, 'warn');
  await starting;
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
  expect(Object.getOwnPropertyNames(globalThis)).toEqual(names);
  expect(Object.hasOwn(navigator, 'gpu')).toBe(false);
});
