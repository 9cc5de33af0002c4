/**
 * Makes something when it is first asked for, and gives all who ask the same. A failure is not kept:
 * it may pass (too many open files, say), and who asks after it tries again.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (!made) {
      made = make();
      made.catch(() => {
        made = undefined;
      });
    }
    return made;
  };
}
