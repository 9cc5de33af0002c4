import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { followFocus } from '../components/ui/focus-return.ts';
import { PopupHost } from '../components/ui/popup.tsx';
import { ToastHost } from '../components/ui/toast.tsx';
import { ApiError, gotNoAnswer } from '../lib/api.ts';
import { followConnection } from '../lib/follow-connection.ts';
import { followSession } from '../lib/session.ts';

/** Everything that pages rely on being around them. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 10_000,
            // Without a connection a page says so: it would wait for one without a word.
            networkMode: 'always',
            refetchOnReconnect: true,
            // A refusal stays a refusal; only missing answers are worth asking again.
            retry: (count, error) =>
              count < 2 &&
              (gotNoAnswer(error) || (error instanceof ApiError && error.status >= 500)),
          },
        },
      }),
  );
  useEffect(followFocus, []);
  useEffect(() => followSession(queries), [queries]);
  useEffect(() => followConnection(queries), [queries]);
  return (
    <QueryClientProvider client={queries}>
      {children}
      <PopupHost />
      <ToastHost />
    </QueryClientProvider>
  );
}
