import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { createListeners } from '../../lib/listeners.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Popup = {
  readonly title: string;
  readonly text?: ReactNode;
  /** A second, quieter line: what the user can do about it. */
  readonly hint?: string;
  /** What stands between the words and the buttons. */
  readonly content?: ReactNode;
  readonly confirm?: string;
  /** With it the popup is a question. */
  readonly cancel?: string;
  /** Another way than the one of `confirm`. */
  readonly other?: string;
  readonly danger?: boolean;
};
type Answer = 'confirm' | 'other' | 'none';
type Waiting = Popup & { readonly id: number; readonly answer: (answer: Answer) => void };

let queue: readonly Waiting[] = [];
let nextId = 1;
const listeners = createListeners();

/**
 * Shows a popup over whatever page is open; it stays through navigation.
 * Resolves true when confirmed, false when cancelled or closed.
 */
export async function showPopup(popup: Omit<Popup, 'other'>): Promise<boolean> {
  return (await askWhich(popup)) === 'confirm';
}

/** Shows a popup that offers two ways out of something; `none` stands for cancelled or closed. */
export function askWhich(popup: Popup): Promise<Answer> {
  return new Promise((resolve) => {
    const id = nextId++;
    const answer = (given: Answer) => {
      queue = queue.filter((waiting) => waiting.id !== id);
      listeners.tell();
      resolve(given);
    };
    queue = [...queue, { ...popup, id, answer }];
    listeners.tell();
  });
}

/**
 * Asks before something that cannot be undone, or ends what is paid for. Say what will be gone; the
 * button that does nothing comes first, and has the focus.
 */
export function askBefore(
  loss: Required<Pick<Popup, 'title' | 'text' | 'confirm'>> & Pick<Popup, 'hint' | 'cancel'>,
): Promise<boolean> {
  return showPopup({ cancel: 'Cancel', ...loss, danger: true });
}

/**
 * Says what failed, and why. Who is to sign in is led there, and told so on that page.
 * @param text what is said before the reason
 */
export function tellFailure(title: string, error: unknown, text?: string): void {
  if (error instanceof ApiError && error.code === 'unauthenticated') return;
  const reason = messageOf(error);
  void showPopup({ title, ...(text ? { text, hint: reason } : { text: reason }) });
}

/**
 * Answers every open question with no, as its page was left by the browser's Back, or with the session.
 * Messages stay.
 */
export function dropQuestions(): void {
  for (const waiting of queue) if (waiting.cancel) waiting.answer('none');
}

/** Renders the popups of `showPopup`, one after another. Mounted once, at the root. */
export function PopupHost() {
  const current = useSyncExternalStore(listeners.add, () => queue[0]);
  // The last popup stays mounted while it closes, so that its words do not vanish before it does.
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const shown = current ?? last;
  if (!shown) return null;
  return (
    <Dialog
      key={shown.id}
      open={current !== undefined}
      onOpenChange={(open) => {
        if (!open) shown.answer('none');
      }}
      title={shown.title}
      text={
        shown.text || shown.hint ? (
          <>
            {shown.text ? <p>{shown.text}</p> : null}
            {shown.hint ? <p className="mt-2 text-[0.9375rem]">{shown.hint}</p> : null}
          </>
        ) : undefined
      }
      actions={
        <>
          {shown.cancel ? (
            <Button look="secondary" onClick={() => shown.answer('none')}>
              {shown.cancel}
            </Button>
          ) : null}
          {shown.other ? (
            <Button look="secondary" onClick={() => shown.answer('other')}>
              {shown.other}
            </Button>
          ) : null}
          <Button
            look={shown.danger ? 'danger' : 'primary'}
            onClick={() => shown.answer('confirm')}
          >
            {shown.confirm ?? 'OK'}
          </Button>
        </>
      }
    >
      {shown.content}
    </Dialog>
  );
}
