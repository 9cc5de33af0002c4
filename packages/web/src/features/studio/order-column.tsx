import { Adjust } from './adjust.tsx';
import { AnimateButton } from './animate-button.tsx';
import { ExpressionChoice } from './expression-choice.tsx';
import { isBusy } from './phase.ts';
import { Quota } from './quota.tsx';
import type { StudioState } from './studio-state.ts';
import { dispatchStudio } from './studio-store.ts';

/** Which film it should be, and the button that asks for it. */
export function OrderColumn({
  state: { phase, emotion, adjustments },
  isPaid,
  refusedBy,
  needsPoints,
  onStart,
}: {
  readonly state: StudioState;
  readonly isPaid: boolean;
  /** Id of the words that say why the picture cannot be used, if it cannot. */
  readonly refusedBy: string | undefined;
  /** Whether it is first to be shown where the face is. */
  readonly needsPoints: boolean;
  readonly onStart: () => void;
}) {
  const disabled = isBusy(phase);
  return (
    <section aria-label="Expression" className="flex flex-col gap-6">
      <ExpressionChoice
        value={phase.name === 'working' ? phase.label : emotion}
        isPaid={isPaid}
        disabled={disabled}
        onChange={(chosen) => dispatchStudio({ type: 'emotion', emotion: chosen })}
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
        onStart={onStart}
      />
      <Quota />
    </section>
  );
}
