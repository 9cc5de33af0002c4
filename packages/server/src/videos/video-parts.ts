import type { RenderParts } from '../renders/render-parts.ts';

/** What the use cases of saved videos work with. */
export interface VideoParts extends RenderParts {
  /** Address under which people reach the server, without a slash at the end. */
  readonly publicUrl: string;
}
