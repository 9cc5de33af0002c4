/** What went wrong with a form as a whole; announced when it appears. */
export function FormError({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" className="empty:-mb-5">
      {message ? (
        <p className="rounded-field border-2 border-accent bg-accent-wash px-4 py-3 font-semibold">
          {message}
        </p>
      ) : null}
    </div>
  );
}
