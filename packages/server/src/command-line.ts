/**
 * Says how a command is used when its words ask for that or are not understood. Answers the exit
 * status then (0, or 2), undefined where the command goes on.
 */
export function sayUsage(
  usage: string,
  words: readonly string[],
  isUnderstood: boolean,
): 0 | 2 | undefined {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(usage);
    return 0;
  }
  if (isUnderstood) return undefined;
  process.stderr.write(usage);
  return 2;
}

/** Whether a word is a name: one that begins with - is an option that nobody knows. */
export function isName(word: string | undefined): word is string {
  return word !== undefined && word !== '' && !word.startsWith('-');
}
