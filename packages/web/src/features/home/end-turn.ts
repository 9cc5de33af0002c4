import type { Swiper } from 'swiper/types';

/**
 * Ends a carousel's turn that moves nothing. Swiper waits for the end of the wrapper's CSS
 * transition and ignores its arrows until then; a turn that leads back to where the wrapper stands
 * (an arrow and a dot pressed within one frame) has no transition, so the arrows would stay dead.
 * To be called when a turn starts.
 */
export function endTurnWithoutMovement(swiper: Swiper): void {
  // Swiper marks the turn as running only after it has told that it starts.
  queueMicrotask(() => {
    if (swiper.destroyed || !swiper.animating || swiper.wrapperEl.getAnimations().length > 0)
      return;
    // Swiper's own way to end a turn early, when a finger takes hold of the carousel.
    swiper.wrapperEl.dispatchEvent(new CustomEvent('transitionend'));
  });
}
