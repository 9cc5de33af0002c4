/** After that nothing came of it: the user has stopped it, say. */
const patienceMilliseconds = 20_000;

/**
 * Leaves for a page of another site, which takes its time to come: whatever led there stays busy until
 * this resolves, so that it is not pressed twice. It does where this page is shown again as it was left,
 * by Back, or where it was never left.
 */
export function leaveFor(url: string): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, patienceMilliseconds);
    window.location.assign(url);
  });
}
