import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { routes } from '../../lib/routes.ts';
import { noFilmsLeft, useUsage } from '../../lib/usage.ts';

/**
 * 'Animate!'; where nothing would come of it, it can be focused and tells why. That the week is used
 * up is also the server's to say: what is known here may be old.
 */
export function AnimateButton({
  disabled,
  refusedBy,
  needsPoints,
  follows,
  onStart,
  children,
}: {
  readonly disabled: boolean;
  /** Id of the element that says why the picture cannot be used, if that is so. */
  readonly refusedBy: string | undefined;
  /** Whether another button comes first: the one for showing where the face is. */
  readonly needsPoints: boolean;
  /** Whether small screens show it all the time, also above the place where it stands. */
  readonly follows: boolean;
  readonly onStart: () => void;
  /** What stands beside it there. */
  readonly children: ReactNode;
}) {
  const { data: usage } = useUsage();
  const isUsedUp = usage?.rendersLeft === 0 && !disabled;
  const isBar = follows && !isUsedUp;
  const reason = isUsedUp ? 'week-used-up' : refusedBy;
  return (
    <>
      <div className={classNames('flex gap-3', isBar && 'following-action')}>
        {isBar ? children : null}
        <Button
          className="grow"
          look={needsPoints ? 'secondary' : 'primary'}
          size="large"
          disabled={disabled}
          unavailable={reason !== undefined}
          aria-describedby={reason}
          onClick={onStart}
        >
          Animate!
        </Button>
      </div>
      {isUsedUp ? (
        <p id="week-used-up" className="-mt-2">
          {noFilmsLeft(usage.resetsAt)}{' '}
          <Link className="text-link" to={routes.pricing}>
            See Premium
          </Link>
          , which has no weekly limit.
        </p>
      ) : null}
    </>
  );
}
