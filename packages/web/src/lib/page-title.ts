import { useEffect } from 'react';

/** Sets the document's title and description while a page is shown. */
export function usePageTitle(title: string, description?: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Moodreel' : `${title} · Moodreel`;
    if (description) {
      document.querySelector('meta[name="description"]')?.setAttribute('content', description);
    }
  }, [title, description]);
}
