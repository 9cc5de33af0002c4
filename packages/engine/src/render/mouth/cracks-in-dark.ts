/** Part of the skin's level that a texture of 1 adds to what is black. */
const CRACK_SHARE = 0.55;

/**
 * What the cracks and threads of a painting add to dark paint, levels. On skin they are a share of its light,
 * which would be nothing in a dark mouth; but old paint is as cracked there, and its cracks catch light. What
 * is lit as skin is has its share already.
 *
 * @param texture luma of the skin there against its surroundings, about -.2..+.2 (see Surface)
 * @param level of the paint there, and `skin` that of the skin, 0..255
 */
export function cracksInDark(texture: number, level: number, skin: number): number {
  return CRACK_SHARE * texture * Math.max(0, skin - level);
}
