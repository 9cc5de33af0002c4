/**
 * To be called before a button goes with its entry of a list: where it has the focus, that is then at
 * what is left, and a message comes after.
 * @param heading of the list, which goes with its last entry
 */
export function leaveList(
  button: HTMLElement,
  heading: HTMLElement | null,
  entries: readonly unknown[],
): void {
  if (document.activeElement !== button) return;
  const goal = entries.length > 1 ? heading : document.getElementById('content');
  goal?.focus({ preventScroll: true });
}
