/** The share that is told moves in steps of this, percent: each one is read aloud to some. */
const stepPercent = 10;

/** What is said of a picture on its way. `sent01` is how much of it is sent, if that is known. */
export function sendingText(sent01: number | null): string {
  const percent = Math.floor(((sent01 ?? 0) * 100) / stepPercent) * stepPercent;
  return percent === 0 ? 'Sending the picture' : `Sending the picture, ${percent}\u00A0%`;
}
