/** What went wrong with a form as a whole; announced when it appears. */
export function FormError({
  id,
  message,
}: {
  readonly id?: string;
  readonly message: string | undefined;
}) {
  return (
    <div id={id} role="alert" className="empty:-mb-5">
      {message ? (
        <p className="rounded-field border-2 border-accent bg-accent-wash px-4 py-3 font-semibold wrap-anywhere">
          {message}
        </p>
      ) : null}
    </div>
  );
}
