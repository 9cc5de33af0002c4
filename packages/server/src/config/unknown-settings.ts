/** Beginnings that only settings of ours have, most often. */
const OURS = /^(S3|STRIPE|SMTP|GA4|EMAILJS|OPERATOR)_/;
/** What Kubernetes sets for a service that is called as one of them. */
const OF_KUBERNETES = /_(SERVICE|PORT)(_|$)/;
/** What a file of settings may well hold besides ours: they are those of Node, and of the system. */
const OF_OTHERS = /^(TZ|LANG|TMPDIR|LC_\w+|NODE_\w+|UV_\w+|MALLOC_\w+|(HTTPS?|NO|ALL)_PROXY)$/i;
/** Letters that may be wrong, missing or too many in a name that was mistyped. */
const MOST_SLIPS = 2;
/** Shorter ones are like too many others. */
const SHORTEST_MISTYPED = 6;

/** A sentence for each name in the file of settings that is none. */
export function findUnknownInFile(names: readonly string[], known: readonly string[]): string[] {
  return names
    .filter((name) => !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => `${name} in .env is no setting${askFor(findNearest(name, known))}`);
}

/**
 * A sentence for each name in the environment that looks like a setting and is none. There are many
 * others that are nobody's business.
 */
export function findUnknownInEnvironment(
  names: readonly string[],
  known: readonly string[],
): string[] {
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const nearest = name.length < SHORTEST_MISTYPED ? undefined : findNearest(name, known);
    const isLikely = nearest !== undefined || (OURS.test(name) && !OF_KUBERNETES.test(name));
    return isLikely ? [`${name} in the environment is no setting${askFor(nearest)}`] : [];
  });
}

const askFor = (nearest: string | undefined) => (nearest ? `: did you mean ${nearest}?` : '');

function findNearest(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((other) => ({ other, slips: countSlips(name, other) }))
    .filter(({ slips }) => slips <= MOST_SLIPS)
    .sort((a, b) => a.slips - b.slips);
  return nearest?.other;
}

/** How many letters have to be changed, taken out or put in (Levenshtein's distance). */
function countSlips(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of [...one].entries()) {
    const row = [i + 1];
    for (const [j, its] of [...other].entries()) {
      const changed = (above[j] ?? 0) + (letter === its ? 0 : 1);
      row.push(Math.min(changed, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
