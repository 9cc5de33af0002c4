import { Link } from 'react-router';
import { Button } from '../../components/ui/button.tsx';
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
  onStart,
}: {
  readonly disabled: boolean;
  /** Id of the element that says why the picture cannot be used, if that is so. */
  readonly refusedBy: string | undefined;
  /** Whether another button comes first: the one for showing where the face is. */
  readonly needsPoints: boolean;
  readonly onStart: () => void;
}) {
  const { data: usage } = useUsage();
  const isUsedUp = usage?.rendersLeft === 0 && !disabled;
  const reason = isUsedUp ? 'week-used-up' : refusedBy;
  return (
    <>
      <Button
        look={needsPoints ? 'secondary' : 'primary'}
        size="large"
        disabled={disabled}
        unavailable={reason !== undefined}
        aria-describedby={reason}
        onClick={onStart}
      >
        Animate!
      </Button>
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
