import type { QueryClient } from '@tanstack/react-query';
import { doEntriesWait } from '#kit/web/offline/outbox-flag.ts';
import { MEASURED } from './shown-values.ts';

/** Delivers what waits; where nothing does, nothing is loaded for it. */
export async function tellWaitingMeasured(client: QueryClient): Promise<void> {
  if (!doEntriesWait(MEASURED)) return;
  const { recallMeasured } = await import('./measure-outbox.ts');
  await recallMeasured(client);
}
