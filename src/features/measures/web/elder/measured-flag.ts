import type { QueryClient } from '@tanstack/react-query';
import { doEntriesWait } from '#platform/web/offline/outbox-flag.ts';
import { MEASURED } from './shown-values.ts';

/** Delivers waiting measurements; loads the outbox only if there are any. */
export async function deliverMeasurements(client: QueryClient): Promise<void> {
  if (!doEntriesWait(MEASURED)) return;
  const { recallMeasured } = await import('./measure-outbox.ts');
  await recallMeasured(client);
}
