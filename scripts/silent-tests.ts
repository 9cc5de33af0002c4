import { afterEach, beforeEach } from 'vitest';

const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;

const said: string[] = [];
const own = METHODS.map((method) => [method, console[method]] as const);

/**
 * Setup of tests: what one writes to the console is a leftover, or a warning that nobody reads, so
 * it fails. A test that means it spies on the method itself.
 */
beforeEach(() => {
  said.length = 0;
  for (const method of METHODS) {
    console[method] = (...words: unknown[]) => {
      said.push(`console.${method}: ${words.map(String).join(' ')}`);
    };
  }
});

afterEach(() => {
  for (const [method, original] of own) console[method] = original;
  if (said.length > 0) throw new Error(`This test wrote to the console.\n${said.join('\n')}`);
});
