import { describe, expect, it, vi } from 'vitest';
import { unlessAborted } from './unless-aborted.ts';

describe('waiting for what may be broken off', () => {
  it('ends as the work does, and leaves nothing at the signal', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    const listeners = (calls: readonly (readonly unknown[])[]) => calls.map(([, heard]) => heard);
    expect(listeners(removed.mock.calls)).toEqual(listeners(added.mock.calls));
    expect(added).toHaveBeenCalledTimes(2);
  });

  it('ends with the signal, also where that was given before', async () => {
    const controller = new AbortController();
    const never = new Promise(() => {});
    const waiting = unlessAborted(never, controller.signal);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    await expect(unlessAborted(never, controller.signal)).rejects.toBe('enough');
  });
});
