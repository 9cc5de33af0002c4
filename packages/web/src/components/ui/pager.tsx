import { createSearchParams, Navigate, useSearchParams } from 'react-router';
import { Button } from './button.tsx';

/**
 * Previous and next page; nothing at all when there is only one. At either end a button that leads no
 * further can still be focused: it may be the one that led there. Another page is another entry of the
 * history, and begins at its top; one that is no more, as its last item was deleted, leads to the last.
 */
export function Pager({
  page,
  pages,
  busy,
  label,
  searchOf,
}: {
  readonly page: number;
  readonly pages: number;
  /** Whether `pages` is still the answer to the question before. */
  readonly busy: boolean;
  readonly label: string;
  /** What the address of a page ends with. */
  readonly searchOf: (page: number) => Record<string, string>;
}) {
  const [, setSearch] = useSearchParams();
  const last = Math.max(pages, 1);
  if (page > last && !busy) {
    return <Navigate to={{ search: createSearchParams(searchOf(last)).toString() }} replace />;
  }
  if (last === 1 && page <= 1) return null;
  return (
    <nav
      aria-label={label}
      className="mt-12 flex flex-wrap items-center justify-center gap-x-5 gap-y-3"
    >
      <Button
        look="secondary"
        size="small"
        unavailable={page <= 1}
        onClick={() => setSearch(searchOf(page - 1))}
      >
        Previous
      </Button>
      <p aria-live="polite" className="slate">
        Page {page} of {last}
      </p>
      <Button
        look="secondary"
        size="small"
        unavailable={page >= pages}
        onClick={() => setSearch(searchOf(page + 1))}
      >
        Next
      </Button>
    </nav>
  );
}
