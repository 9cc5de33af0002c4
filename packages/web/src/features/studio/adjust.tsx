import { pictureStyleSchema } from '@moodreel/contract';
import { type ReactNode, useId } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox, Select } from '../../components/ui/field.tsx';
import { LineIcon } from '../../components/ui/line-icon.tsx';
import { classNames } from '../../lib/class-names.ts';
import {
  type Adjustments,
  describeAdjustments,
  framings,
  stepOf,
  strengths,
  styles,
  usualAdjustments,
} from './adjustments.ts';

/** For those who want it otherwise: strength, framing, kind of picture, a still head. */
export function Adjust({
  value,
  disabled,
  onChange,
}: {
  readonly value: Adjustments;
  readonly disabled: boolean;
  readonly onChange: (value: Adjustments) => void;
}) {
  const changed = describeAdjustments(value);
  const change = (part: Partial<Adjustments>) => onChange({ ...value, ...part });
  return (
    <details className="group border-y-2 border-dashed border-line-soft">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-x-3 py-1.5 font-bold [&::-webkit-details-marker]:hidden">
        Adjust
        <span className="min-w-0 grow truncate text-[0.9375rem] font-normal text-ink-soft">
          {changed === '' ? 'strength, framing and more' : changed}
        </span>
        <Chevron />
      </summary>
      <fieldset disabled={disabled} className="flex flex-col gap-5 pt-2 pb-5">
        <legend className="sr-only">Adjust the film</legend>
        <Strength
          intensity01={value.intensity01}
          onChange={(intensity01) => change({ intensity01 })}
        />
        <FramingChoice value={value.framing} onChange={(framing) => change({ framing })} />
        <Select
          label="The picture is"
          value={value.style ?? ''}
          hint="Only if the film looks wrong: drawings, paintings and animals move in their own ways."
          onChange={(event) => {
            const style = pictureStyleSchema.safeParse(event.target.value);
            change({ style: style.success ? style.data : null });
          }}
        >
          <option value="">Guess it</option>
          {styles.map((style) => (
            <option key={style.value} value={style.value}>
              {style.title}
            </option>
          ))}
        </Select>
        <Checkbox
          label="Keep the head still"
          checked={value.stillHead}
          onChange={(event) => change({ stillHead: event.target.checked })}
        />
        {changed === '' ? null : (
          <Button
            look="quiet"
            size="small"
            className="-ml-3.5 self-start"
            onClick={() => onChange(usualAdjustments)}
          >
            As usual again
          </Button>
        )}
      </fieldset>
    </details>
  );
}

function Strength({
  intensity01,
  onChange,
}: {
  readonly intensity01: number;
  readonly onChange: (intensity01: number) => void;
}) {
  const id = useId();
  const step = stepOf(intensity01);
  const word = strengths[step]?.word ?? '';
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          How strong
        </label>
        <output htmlFor={id} className="font-bold text-accent">
          {word}
        </output>
      </div>
      {/* Dimmed as one: through a dimmed thumb alone its tick is seen. */}
      <div className="relative has-disabled:opacity-55">
        <span
          aria-hidden="true"
          className="absolute inset-x-2.5 top-1/2 flex -translate-y-1/2 justify-between"
        >
          {strengths.map(({ word: tick }) => (
            <span key={tick} className="slider-tick size-2.5 rounded-full bg-line" />
          ))}
        </span>
        <input
          id={id}
          type="range"
          className="slider relative"
          min={0}
          max={strengths.length - 1}
          step={1}
          value={step}
          aria-valuetext={word}
          onChange={(event) => {
            const chosen = strengths[event.target.valueAsNumber];
            if (chosen) onChange(chosen.intensity01);
          }}
        />
      </div>
    </div>
  );
}

function FramingChoice({
  value,
  onChange,
}: {
  readonly value: Adjustments['framing'];
  readonly onChange: (framing: Adjustments['framing']) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">What the film shows</legend>
      <div className="grid grid-cols-3 gap-2">
        {framings.map(({ value: framing, title }) => (
          <label
            key={title}
            className={classNames(
              'relative flex flex-col items-center gap-1 rounded-field border-2 px-1 pt-2.5 pb-1.5 text-center text-[0.9375rem] font-semibold',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-enabled:cursor-pointer has-disabled:cursor-not-allowed has-disabled:opacity-55',
              value === framing
                ? 'chosen border-accent bg-accent-wash'
                : 'border-line-soft bg-surface',
            )}
          >
            <input
              type="radio"
              name="framing"
              value={framing ?? ''}
              checked={value === framing}
              onChange={() => onChange(framing)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            {framingIcons[framing ?? 'suits']}
            <span className="leading-tight">{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Somebody in a picture, and what of it the film shows. */
const framingIcons: Record<'suits' | 'portrait' | 'full', ReactNode> = {
  suits: (
    <FramingIcon>
      <path d="M8 12V6h6M38 6h6v6M44 24v6h-6M14 30H8v-6" />
      <circle cx="26" cy="15" r="5" />
      <path d="M17 28c1-6 5-8 9-8s8 2 9 8" />
    </FramingIcon>
  ),
  portrait: (
    <FramingIcon>
      <rect x="12" y="3" width="28" height="30" rx="3" />
      <circle cx="26" cy="14" r="7" />
      <path d="M14 32c1-8 6-10 12-10s11 2 12 10" />
    </FramingIcon>
  ),
  full: (
    <FramingIcon>
      <rect x="3" y="3" width="46" height="30" rx="3" />
      <circle cx="26" cy="16" r="4" />
      <path d="M18 32c0-8 3-11 8-11s8 3 8 11M4 28l9-9 6 5M36 22l5-5 7 7" />
    </FramingIcon>
  ),
};

function FramingIcon({ children }: { readonly children: ReactNode }) {
  return (
    <LineIcon width={52} height={36} weight={2.2}>
      {children}
    </LineIcon>
  );
}

function Chevron() {
  return (
    <LineIcon
      width={16}
      weight={2.5}
      className="shrink-0 transition-transform duration-(--quick) group-open:rotate-180"
    >
      <path d="m3 6 5 5 5-5" />
    </LineIcon>
  );
}
