import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Whether a part of the page is in the window, or about to be; and whether it ever was. Where it is
 * not, no film has to play, and none has to be loaded: they are most of what the home page weighs.
 */
export function useNear(): {
  readonly ref: RefObject<HTMLElement | null>;
  readonly isNear: boolean;
  readonly wasNear: boolean;
} {
  const ref = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const [wasNear, setWasNear] = useState(false);
  if (isNear && !wasNear) setWasNear(true);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '25%' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear, wasNear };
}
