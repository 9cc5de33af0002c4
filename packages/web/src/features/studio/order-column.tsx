import { emotionOf } from '@moodreel/contract';
import { useRef } from 'react';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Adjust } from './adjust.tsx';
import { AnimateButton } from './animate-button.tsx';
import { ExpressionChoice } from './expression-choice.tsx';
import { isBusy } from './phase.ts';
import { Quota } from './quota.tsx';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';

/**
 * Which film it should be, and the button that asks for it. On small screens its parts lie in the box of the page
 * itself, so that the button can stay in the window above the place where it stands.
 */
export function OrderColumn({
  state: { phase, emotion, adjustments },
  isPaid,
  refusedBy,
  needsPoints,
  follows,
  onStart,
}: {
  readonly state: StudioState;
  readonly isPaid: boolean;
  /** Id of the words that say why the picture cannot be used, if it cannot. */
  readonly refusedBy: string | undefined;
  /** Whether it is first to be shown where the face is. */
  readonly needsPoints: boolean;
  /** Whether the button is what comes next: then small screens show it all the time. */
  readonly follows: boolean;
  readonly onStart: () => void;
}) {
  const choice = useRef<HTMLFieldSetElement>(null);
  const disabled = isBusy(phase);
  const chosen = emotionOf(phase.name === 'working' ? phase.label : emotion);
  return (
    <section aria-label="Expression" className="contents lg:flex lg:flex-col lg:gap-6">
      <ExpressionChoice
        ref={choice}
        value={chosen.label}
        isPaid={isPaid}
        disabled={disabled}
        onChange={(label) => dispatchStudio({ type: 'emotion', emotion: label })}
      />
      <Adjust
        value={adjustments}
        disabled={disabled}
        onChange={(changed) => dispatchStudio({ type: 'adjust', adjustments: changed })}
      />
      <AnimateButton
        disabled={disabled}
        refusedBy={refusedBy}
        needsPoints={needsPoints}
        follows={follows}
        onStart={onStart}
      >
        <Button
          look="secondary"
          className="min-h-14 pr-4 pl-2 lg:hidden"
          aria-label={`${chosen.title}: choose an expression`}
          onClick={showChoice}
        >
          <MoodMask emotion={chosen.name} size={36} />
          {chosen.title}
        </Button>
      </AnimateButton>
      <Quota />
    </section>
  );

  function showChoice(): void {
    choice.current?.scrollIntoView({ block: 'start' });
    const checked = choice.current?.querySelector<HTMLElement>('input:checked');
    checked?.focus({ preventScroll: true });
  }
}
