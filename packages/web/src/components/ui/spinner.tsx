/** A turning film reel. Decorative: say what is going on in text beside it. */
export function Spinner({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className="shrink-0 animate-[reel-turn_1.4s_linear_infinite]"
    >
      <circle cx="16" cy="16" r="13.5" fill="none" stroke="currentColor" strokeWidth="3.5" />
      <circle cx="16" cy="8.6" r="3" fill="currentColor" />
      <circle cx="9.600" cy="19.700" r="3" fill="currentColor" />
      <circle cx="22.400" cy="19.700" r="3" fill="currentColor" />
      <circle cx="16" cy="16" r="1.700" fill="currentColor" />
    </svg>
  );
}

/** A whole page or panel that is loading. */
export function Loading({ text = 'Loading...' }: { readonly text?: string }) {
  return (
    <div
      role="status"
      className="flex min-h-[50vh] flex-col items-center justify-center gap-4 text-ink-soft"
    >
      <Spinner size={48} />
      <p className="font-semibold">{text}</p>
    </div>
  );
}
