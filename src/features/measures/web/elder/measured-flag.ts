import type { QueryClient } from '@tanstack/react-query';
import { doEntriesWait } from '#kit/web/offline/outbox-flag.ts';

/** The name of the outbox of what was measured. */
export const MEASURED = 'measured';

/** Delivers what waits; where nothing does, nothing is loaded for it. */
export async function tellWaitingMeasured(client: QueryClient): Promise<void> {
  if (!doEntriesWait(MEASURED)) return;
  const { recallMeasured } = await import('./measure-outbox.ts');
  await recallMeasured(client);
}
