import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionRefusal } from '#features/sessions/refusals.ts';
import { followPerson } from '#features/sessions/web/follow-person.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { ApiError, refusedWith } from '#kit/web/api.ts';
import { createQueryClient } from '#kit/web/query-client.ts';
import { ErrorBoundary } from '#kit/web/ui/ErrorBoundary.tsx';
import { Routes } from './routes.tsx';

/** The product in the browser. */
export function App() {
  const [client] = useState(createAppClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Routes />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

function isSignedOut(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 401) return true;
  return refusedWith<SessionRefusal>(error, 'subscription-expired');
}

/** An answer that says that the session or the subscription has ended asks again who is here. */
function createAppClient() {
  const client = createQueryClient((error) => {
    if (isSignedOut(error)) {
      void client.invalidateQueries({ queryKey: CURRENT_USER });
    }
  });
  followPerson(client);
  return client;
}
