import { useEffect, useRef } from 'react';

/**
 * What went wrong with a form as a whole; announced when it appears, and brought into sight: on a
 * phone it may stand below the screen.
 */
export function FormError({
  id,
  message,
}: {
  readonly id?: string;
  readonly message: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);
  return (
    <div ref={box} id={id} role="alert" className="scroll-my-4 empty:-mb-5">
      {message ? (
        <p className="rounded-field border-2 border-accent bg-accent-wash px-4 py-3 font-semibold wrap-anywhere">
          {message}
        </p>
      ) : null}
    </div>
  );
}
