import { useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './ui/button.tsx';

/**
 * Asks once more for what could not be fetched. It goes when that comes or is on its way, and with
 * it the focus that it had: whoever works by keyboard would be at the page's very top again.
 */
export function TryAgain({
  onRetry,
  children = 'Try again',
  ...rest
}: Omit<ButtonProps, 'onClick'> & { onRetry(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const self = button.current;
    return () => {
      if (self && self === document.activeElement) {
        document.getElementById('content')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <Button ref={button} look="secondary" {...rest} onClick={onRetry}>
      {children}
    </Button>
  );
}
