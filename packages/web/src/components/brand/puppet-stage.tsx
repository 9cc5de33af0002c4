import type { EmotionName } from '@moodreel/contract';
import { MoodMask } from './mood-mask.tsx';

/** Three puppets looking over the edge of their stage; on a narrow one they are smaller. */
export function PuppetStage({
  emotions,
}: {
  /** From the audience's left; the middle one is the star. */
  readonly emotions: readonly [EmotionName, EmotionName, EmotionName];
}) {
  return (
    <div className="relative flex min-h-96 w-full max-w-md flex-col justify-end overflow-hidden rounded-t-[14rem] rounded-b-card border-2 border-line bg-stage">
      <div className="absolute inset-x-0 top-0 h-full bg-[radial-gradient(ellipse_at_50%_110%,var(--bulb),transparent_62%)] opacity-45" />
      <div className="relative flex items-end justify-center px-4">
        <Puppet emotion={emotions[0]} size={142} delay="0s" />
        <Puppet emotion={emotions[1]} size={190} delay="0.2s" />
        <Puppet emotion={emotions[2]} size={142} delay="0.4s" />
      </div>
      <div className="relative h-16 border-t-2 border-line bg-curtain bg-[repeating-linear-gradient(90deg,rgb(0_0_0/0.16)_0_10px,transparent_10px_34px)]" />
    </div>
  );
}

function Puppet({
  emotion,
  size,
  delay,
}: {
  readonly emotion: EmotionName;
  /** Width in CSS px, where the stage has the room. */
  readonly size: number;
  readonly delay: string;
}) {
  return (
    <div
      className="greeting -mx-3 min-w-0 [&>svg]:h-auto [&>svg]:w-full"
      style={{ flexBasis: size, animationDelay: delay }}
    >
      <MoodMask emotion={emotion} size={size} stick />
    </div>
  );
}
