/** A bar of film being exposed. `done` and `of` in the same unit; without `of` a piece of it travels. */
export function Progress({
  label,
  done,
  of,
}: {
  readonly label: string;
  readonly done?: number | undefined;
  readonly of?: number | undefined;
}) {
  const share = done !== undefined && of ? Math.min(1, Math.max(0, done / of)) : undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === undefined ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      className="relative h-7 overflow-hidden rounded-small border-2 border-line bg-film"
    >
      {share === undefined ? (
        <div className="travelling-segment exposed absolute inset-y-0 bg-accent" />
      ) : (
        <div
          className="exposed absolute inset-y-0 left-0 bg-accent transition-[width] duration-(--calm) ease-out"
          style={{ width: `${share * 100}%` }}
        />
      )}
      <div className="perforations absolute inset-0" />
    </div>
  );
}
