import { Toaster } from 'sonner';

/** Toasts last as long as the product says: three seconds. */
export const toastMilliseconds = 3000;

/**
 * Where toasts appear. Mounted once, at the root; call sonner's `toast` anywhere, for what need not be
 * read: they go by themselves. What went wrong is told by `tellFailure`, which stays until it is closed.
 */
export function ToastHost() {
  return (
    <Toaster
      // Below lie the buttons that one wants next.
      position="top-center"
      duration={toastMilliseconds}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'font-body! flex w-[min(22rem,calc(100vw-2rem))] items-center gap-3 rounded-card border-2 border-line bg-surface px-5 py-3.5 font-semibold text-ink shadow-card',
          description: 'font-normal text-ink-soft',
          success: 'text-good!',
        },
      }}
    />
  );
}
