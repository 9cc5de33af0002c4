import { Button } from './button.tsx';

/**
 * Previous and next page; nothing at all when there is only one. At either end a button that leads no
 * further can still be focused: it may be the one that led there.
 */
export function Pager({
  page,
  pages,
  label,
  onPage,
}: {
  readonly page: number;
  readonly pages: number;
  readonly label: string;
  readonly onPage: (page: number) => void;
}) {
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav
      aria-label={label}
      className="mt-12 flex flex-wrap items-center justify-center gap-x-5 gap-y-3"
    >
      <Button
        look="secondary"
        size="small"
        unavailable={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <p aria-live="polite" className="slate">
        Page {page} of {Math.max(pages, 1)}
      </p>
      <Button
        look="secondary"
        size="small"
        unavailable={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
