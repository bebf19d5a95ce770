import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { readyAccessibility } from '#features/accessibility/web/elder/use-accessibility.ts';
import { followPerson } from '#features/sessions/web/follow-person.ts';
import { askWhoIsHere, isExpired, isNobody } from '#features/sessions/web/queries.ts';
import { followOffsets } from '#features/settings/web/follow-offsets.ts';
import { takeFirstAnswers } from '#kit/web/first-answers.ts';
import { mayStart } from '#kit/web/offline/session-mark.ts';
import { noteProblem } from '#kit/web/problems.ts';
import { createQueryClient } from '#kit/web/query-client.ts';
import { ErrorBoundary } from '#kit/web/ui/ErrorBoundary.tsx';
import { isElderPath } from './elder-paths.ts';
import { Routes } from './routes.tsx';
import { putFirstAnswers } from './screens/first-answers.ts';

/** What is kept and cannot be read within this is not waited for, in milliseconds. */
const LONGEST_RECALL_MS = 500;

/** The same of how the screen is to meet its elder: large letters are worth a wait. */
const LONGEST_READY_MS = 2_000;

/** The product in the browser. */
export function App({ client }: { client: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Routes />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** An answer that says that the session or the subscription has ended asks again who is here. */
export function createAppClient(): QueryClient {
  const client = createQueryClient((error) => {
    if (isNobody(error) || isExpired(error)) askWhoIsHere(client);
  });
  followPerson(client);
  followOffsets(client);
  return client;
}

/**
 * Puts what an elder's screen starts with into `client`: what the page brought, or the device keeps. How
 * the screen is to meet its elder is ready then, so that its first paint is as the next ones are.
 */
export async function recall(client: QueryClient): Promise<void> {
  const brought = takeFirstAnswers();
  if (brought) putFirstAnswers(client, brought);
  else if (mayStart() && isElderPath(window.location.pathname)) {
    await inTime(async () => {
      const { startFromKept } = await import('./screens/start-from-kept.ts');
      return startFromKept(client);
    }, LONGEST_RECALL_MS);
  }
  await inTime(() => readyAccessibility(client), LONGEST_READY_MS);
}

/** Waits for what the first screen can do without, and not for long. */
async function inTime(work: () => Promise<void>, longestMs: number): Promise<void> {
  const done = work().catch((error: unknown) =>
    noteProblem('What is kept could not be shown', error),
  );
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
