import { RENDER_STAGE_TITLES } from '@moodreel/contract';
import { Button } from '../../components/ui/button.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import type { Phase } from './phase.ts';
import { sendingText } from './sending-text.ts';

/** Share of the whole bar at which the picture is sent. What follows goes on from there. */
const sentShare = 0.15;

/** Shares of the whole bar at which the stages begin; drawing the frames takes most of it. */
const stageStart = {
  reading: 0.16,
  'finding-face': 0.18,
  preparing: 0.22,
  rendering: 0.26,
  finishing: 0.97,
} as const;

/** A film goes on without us, also when the server has to start again. */
const cutOff = { text: 'No connection, trying again', detail: 'the film goes on' } as const;

/** What happens to the picture now, how far it is, and the way out. */
export function ProgressView({
  phase,
  sent01,
  looking,
  connected,
  onCancel,
}: {
  readonly phase: Phase;
  /** How much of the picture is sent; null while it is not being sent. */
  readonly sent01: number | null;
  /** Whether the faces are looked for, which an order waits for. */
  readonly looking: boolean;
  /** Whether the server answers. */
  readonly connected: boolean;
  readonly onCancel: () => void;
}) {
  const said = describe(phase, sent01, looking);
  const { text, detail, share } = connected ? said : { ...said, ...cutOff };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <p role="status" className="font-bold">
          {text}
        </p>
        <p className="slate text-ink-soft">{detail}</p>
      </div>
      <Progress label="Making the film" done={share} of={share === undefined ? undefined : 1} />
      <div className="flex items-start gap-4">
        {phase.name === 'working' ? (
          <p className="text-[0.9375rem] text-ink-soft">
            You may leave this page: the film waits for you here.
          </p>
        ) : null}
        <Button look="secondary" size="small" className="ml-auto shrink-0" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** How long a film that is not begun has to wait. */
export function placeText(place: number | null): string {
  return place === null || place === 0 ? 'You are next' : `Place ${place + 1} in the queue`;
}

/** The line, the small print and the filled share (0..1) of a phase. */
export function describe(
  phase: Phase,
  sent01: number | null = null,
  looking = false,
): {
  readonly text: string;
  readonly detail: string;
  readonly share: number | undefined;
} {
  if (phase.name !== 'working') {
    const isSearch = looking && sent01 === 1;
    const text = isSearch ? RENDER_STAGE_TITLES['finding-face'] : sendingText(sent01);
    return { text, detail: '', share: sent01 ? sent01 * sentShare : undefined };
  }
  const { place, stage, framesDone, framesTotal } = phase;
  if (stage === null) {
    return { text: placeText(place), detail: 'waiting', share: sentShare };
  }
  const drawn = framesTotal > 0 ? framesDone / framesTotal : 0;
  const start = stageStart[stage];
  const share =
    stage === 'rendering' ? start + drawn * (stageStart.finishing - stageStart.rendering) : start;
  const detail = framesTotal > 0 ? `frame ${framesDone} of ${framesTotal}` : '';
  return { text: RENDER_STAGE_TITLES[stage], detail, share };
}
