import type { Usage } from '@moodreel/contract';
import { noFilmsLeft } from '../../lib/usage.ts';

type Left = Pick<Usage, 'rendersLeft' | 'resetsAt'>;

/** Why no other take can be made of a film now; undefined if nothing speaks against it. */
export function reasonAgainstTake(
  hasPicture: boolean,
  usage: Left | undefined,
): string | undefined {
  if (usage?.rendersLeft === 0) return noFilmsLeft(usage.resetsAt);
  return hasPicture ? undefined : 'It needs the picture, which this browser no longer has.';
}

/** What another take is, and what of the week it costs, where films are counted. */
export function offerOfTake(usage: Left | undefined): string {
  const offer = 'The same face and feeling, played another way.';
  const left = usage?.rendersLeft ?? null;
  if (left === null) return offer;
  return `${offer} It uses ${left === 1 ? 'your last film of this week' : `one of your ${left} films left`}.`;
}
