import { EMOTIONS, type EmotionLabel } from '@moodreel/contract';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { MoodMask } from '../../components/brand/mood-mask.tsx';
import { classNames } from '../../lib/class-names.ts';
import { routes } from '../../lib/routes.ts';
import { useOfferPremium } from './use-offer-premium.ts';

/** Six masks to choose from; three of them wait behind the premium curtain. */
export function ExpressionChoice({
  ref,
  value,
  isPaid,
  disabled,
  onChange,
}: {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly value: EmotionLabel;
  readonly isPaid: boolean;
  readonly disabled: boolean;
  readonly onChange: (emotion: EmotionLabel) => void;
}) {
  const offerPremium = useOfferPremium();
  const offer = (title: string) =>
    void offerPremium('This is part of Premium', `${title} needs a premium subscription.`);
  return (
    <fieldset ref={ref} disabled={disabled} className="scroll-mt-4">
      <legend>
        {/* A heading as well: by those one goes from step to step. */}
        <h2 className="text-h3">
          <span className="slate mb-1 block text-accent">Step 2</span>
          Choose an expression
        </h2>
      </legend>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(max(6rem,30%),100%),1fr))] gap-3">
        {EMOTIONS.map(({ label, name, title, free }) => {
          const locked = !free && !isPaid;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard one comes to the link below
            <label
              key={label}
              onClick={locked && !disabled ? () => offer(title) : undefined}
              className={classNames(
                'lift group flex flex-col items-center gap-1 rounded-card border-2 px-1 pt-3 pb-2 text-center font-bold transition-[translate,background-color] duration-(--quick)',
                'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                locked ? 'border-dashed border-line-soft text-ink-soft' : 'border-line',
                // While a film is made no card answers, and none looks as if it did.
                disabled ? 'cursor-not-allowed' : 'cursor-pointer',
                !locked && !disabled && 'hover:-translate-y-1',
                disabled && 'opacity-55',
                !locked &&
                  (value === label
                    ? 'chosen border-accent! bg-accent-wash shadow-[4px_5px_0_0_var(--accent)]'
                    : 'bg-surface'),
              )}
            >
              <input
                type="radio"
                name="expression"
                value={label}
                checked={value === label}
                disabled={locked}
                aria-describedby={locked ? 'premium-expressions' : undefined}
                onChange={() => onChange(label)}
                className="peer absolute inset-0 z-1 cursor-[inherit] opacity-0 disabled:pointer-events-none"
              />
              <span
                className={classNames(
                  'pointer-events-none origin-bottom transition-transform duration-(--calm) ease-(--ease-bounce)',
                  locked
                    ? classNames('saturate-50', !disabled && 'opacity-45')
                    : classNames('peer-checked:scale-110', !disabled && 'group-hover:-rotate-6'),
                )}
              >
                <MoodMask emotion={name} size={64} />
              </span>
              <span className="pointer-events-none flex items-center gap-1">
                {locked ? <Lock /> : null}
                {title}
              </span>
            </label>
          );
        })}
      </div>
      {isPaid ? null : (
        <p id="premium-expressions" className="mt-3 text-[0.9375rem] text-ink-soft">
          Surprise, Fear and Disgust are part of{' '}
          <Link className="text-link" to={routes.pricing}>
            Premium
          </Link>
          .
        </p>
      )}
    </fieldset>
  );
}

function Lock() {
  return (
    <svg aria-hidden="true" width="13" height="15" viewBox="0 0 13 15" fill="none">
      <rect x="1" y="6" width="11" height="8" rx="2" fill="currentColor" />
      <path d="M3.500 6V4.500a3 3 0 0 1 6 0V6" stroke="currentColor" strokeWidth="1.800" />
    </svg>
  );
}
