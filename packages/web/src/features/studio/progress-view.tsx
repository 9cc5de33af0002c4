import { RENDER_STAGE_TITLES } from '@moodreel/contract';
import { Button } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import type { Phase } from './studio-state.ts';

/** Shares of the whole bar at which the stages begin; drawing the frames takes most of it. */
const stageStart = {
  reading: 0.01,
  'finding-face': 0.04,
  preparing: 0.1,
  rendering: 0.15,
  finishing: 0.97,
} as const;

/** A film goes on without us, also when the server has to start again. */
const cutOff = { text: 'No connection, trying again', detail: 'the film goes on' } as const;

/** What happens to the picture now, how far it is, and the way out. */
export function ProgressView({
  phase,
  connected,
  onCancel,
}: {
  readonly phase: Phase;
  /** Whether the server answers. */
  readonly connected: boolean;
  readonly onCancel: () => void;
}) {
  const { text, detail, share } = connected ? describe(phase) : { ...describe(phase), ...cutOff };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p role="status" className="font-bold">
          {text}
        </p>
        <p className="slate text-ink-soft">{detail}</p>
      </div>
      <Progress label="Making the film" done={share} of={share === undefined ? undefined : 1} />
      <Button look="secondary" size="small" className="self-end" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The line, the small print and the filled share (0..1) of a phase. */
export function describe(phase: Phase): {
  readonly text: string;
  readonly detail: string;
  readonly share: number | undefined;
} {
  if (phase.name !== 'working')
    return { text: 'Sending the picture', detail: '', share: undefined };
  const { place, stage, framesDone, framesTotal } = phase;
  if (stage === null) {
    const text = place === null || place === 0 ? 'You are next' : `Place ${place + 1} in the queue`;
    return { text, detail: 'waiting', share: 0 };
  }
  const drawn = framesTotal > 0 ? framesDone / framesTotal : 0;
  const start = stageStart[stage];
  const share =
    stage === 'rendering' ? start + drawn * (stageStart.finishing - stageStart.rendering) : start;
  const detail = framesTotal > 0 ? `frame ${framesDone} of ${framesTotal}` : '';
  return { text: RENDER_STAGE_TITLES[stage], detail, share };
}
