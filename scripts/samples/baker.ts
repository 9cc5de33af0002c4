const WALL = '#8fd3c8';
const SKIN = '#f0b58c';
const SKIN_SHADE = '#d9966d';
const HAIR = '#6b3a2a';
const INK = '#3a2420';
const APRON = '#fff6e6';
const SHIRT = '#d9534b';
const CAP = '#fffdf7';
const CAP_SHADE = '#e6dccb';

/** A baker in flat colours, as programs draw avatars: dots for eyes, bars for brows, one stroke for a mouth. */
export function drawBaker(): string {
  const pen = `fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="800" viewBox="0 0 760 800">
<rect width="760" height="800" fill="${WALL}"/>
<path d="M110 800 C120 690 230 640 380 640 C530 640 640 690 650 800 Z" fill="${SHIRT}"/>
<path d="M262 660 L498 660 L530 800 L230 800 Z" fill="${APRON}"/>
<path d="M310 560 L450 560 L450 650 C450 690 310 690 310 650 Z" fill="${SKIN_SHADE}"/>
<circle cx="178" cy="430" r="42" fill="${SKIN}"/>
<circle cx="582" cy="430" r="42" fill="${SKIN}"/>
<path d="M186 330 C186 220 574 220 574 330 L574 450 C574 570 480 632 380 632 C280 632 186 570 186 450 Z" fill="${SKIN}"/>
<path d="M176 420 C160 300 210 225 380 225 C550 225 600 300 584 420 C566 400 560 350 548 330 C470 350 330 345 300 318 C280 345 215 350 204 345 C196 365 192 400 176 420 Z" fill="${HAIR}"/>
<path d="M205 262 C130 240 130 130 225 130 C240 60 350 50 380 100 C430 50 530 70 540 130 C630 130 630 240 555 262 Z" fill="${CAP}"/>
<path d="M205 232 L555 232 L555 280 C450 262 310 262 205 280 Z" fill="${CAP_SHADE}"/>
<circle cx="300" cy="432" r="17" fill="${INK}"/>
<circle cx="460" cy="432" r="17" fill="${INK}"/>
<path d="M264 386 Q300 368 334 380" ${pen} stroke-width="15"/>
<path d="M426 380 Q460 368 496 386" ${pen} stroke-width="15"/>
<path d="M384 446 Q404 490 372 492" ${pen} stroke-width="9"/>
<path d="M330 548 Q380 566 430 548" ${pen} stroke-width="11"/>
</svg>
`;
}
