/** How much of what is sent has left the browser, 0 to 1. */
export type OnSent = (share01: number) => void;

/** Statuses whose answers have no body; a Response refuses to be made of one. */
const bodiless = [204, 205, 304];

/**
 * As `fetch` of a form, but tells how far it is, which fetch does in no browser. Rejects with the
 * signal's reason when that aborts, and with a TypeError when no answer comes.
 */
export function upload(
  path: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: FormData;
    readonly signal?: AbortSignal | undefined;
    /** Whether the signal is heard no longer than until all is sent. */
    readonly untilSent?: boolean | undefined;
  },
  onSent: OnSent,
): Promise<Response> {
  const { method, headers, body, signal, untilSent } = init;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total);
    };
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('The request got no answer.'));
    request.onabort = () => reject(signal?.reason);
    const abort = () => request.abort();
    const hearNoMore = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.upload.onload = () => {
      onSent(1);
      if (untilSent) hearNoMore();
    };
    request.onloadend = hearNoMore;
    request.send(body);
  });
}

function responseOf({ status, statusText, responseText }: XMLHttpRequest): Response {
  return new Response(bodiless.includes(status) ? null : responseText, { status, statusText });
}
