import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * A server for all tests of a file, or of a group: call it at its top. It can be used as soon as the
 * first hook below it begins.
 */
export function useServer(...settings: Parameters<typeof startTestServer>): TestServer {
  let started: TestServer | undefined;
  beforeAll(async () => {
    started = await startTestServer(...settings);
  });
  afterAll(async () => {
    await started?.close();
  });
  return new Proxy({} as TestServer, {
    get: (_, name: keyof TestServer) => {
      if (!started) throw new Error('The server has not started yet.');
      return started[name];
    },
  });
}
