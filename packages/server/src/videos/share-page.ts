import { paths } from '@moodreel/contract';
import type { App } from '../http/app-env.ts';
import { AppError } from '../http/app-error.ts';
import type { VideoRow } from './schema.ts';
import type { VideoParts } from './video-parts.ts';
import { tokenOf } from './video-routes.ts';
import { findShared, shareAddress } from './videos.ts';

/** Stands in while the web application is not built, so that links work in any case. */
const BARE_PAGE = '<!doctype html><html lang="en"><head><title>Moodreel</title></head></html>';

const DESCRIPTION = /<meta[^>]+(?:property|name)="(?:og|twitter):[^>]*>\s*/g;

/**
 * The public page of a shared video. The web application draws it; chats and search engines read
 * the description in its head. A revoked link gets the same page without one, and status 404.
 */
export function addSharePage(app: App, parts: VideoParts, indexHtml: string | undefined): void {
  // The description in it is that of the product.
  const page = (indexHtml ?? BARE_PAGE).replace(DESCRIPTION, '');
  app.get('/s/:token', async (c) => {
    // A link that was sent to friends is not for search engines.
    c.header('x-robots-tag', 'noindex');
    try {
      const token = tokenOf(c);
      const row = await findShared(parts.db, token);
      return c.html(withDescription(page, describe(parts, row, token), row.title));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return c.html(page, 404);
      throw error;
    }
  });
}

function describe(parts: VideoParts, row: VideoRow, token: string): [string, string][] {
  const video = `${parts.publicUrl}${paths.shareVideo(token)}`;
  const image = `${parts.publicUrl}${paths.sharePoster(token)}`;
  const [width, height] = [String(row.widthPx), String(row.heightPx)];
  return [
    ['og:site_name', 'Moodreel'],
    ['og:type', 'video.other'],
    ['og:title', row.title],
    ['og:description', 'A still face, come alive with a feeling.'],
    ['og:url', shareAddress(parts, token)],
    ['og:image', image],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', width],
    ['og:image:height', height],
    ['og:video', video],
    ...(video.startsWith('https:') ? [['og:video:secure_url', video] as [string, string]] : []),
    ['og:video:type', 'video/mp4'],
    ['og:video:width', width],
    ['og:video:height', height],
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', row.title],
    ['twitter:image', image],
  ];
}

function withDescription(page: string, tags: readonly [string, string][], title: string): string {
  const lines = tags.map(
    ([name, content]) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`,
  );
  // Functions as replacements: a $ in a title must not be taken for a pattern.
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)} · Moodreel</title>`)
    .replace('</head>', () => `${lines.join('\n')}\n</head>`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
