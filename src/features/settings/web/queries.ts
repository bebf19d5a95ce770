import {
  notifyManager,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import { currentIn, isSameChanged } from '#kit/web/present-of.ts';
import { reading } from '#kit/web/reading.ts';
import type { SettingsCalls, StoredSettings } from '../contract.ts';
import { DEFAULT_SETTINGS } from '../defaults.ts';

const calls = callersOf<SettingsCalls>()({
  read: 'GET /api/settings',
  change: 'PATCH /api/settings',
});

export const SETTINGS = ['settings'];

const REFRESH_MS = MINUTE_MS;

/** The settings of the household, read again every 60 seconds. */
export const useSettings = reading(SETTINGS, calls.read, { refetchInterval: REFRESH_MS });

/** What the household calls the product; until that is known, what everybody does. */
export function useAppName(): string {
  const { data } = useQuery({ queryKey: SETTINGS, queryFn: () => calls.read() });
  return data?.appName ?? DEFAULT_SETTINGS.appName;
}

export type SettingsChange = Parameters<typeof calls.change>[0]['body'];

/**
 * Changes what was chosen from what is shown. What somebody else changed meanwhile goes together
 * with it, unless it is the same setting: then it is shown, and nothing is overwritten.
 */
async function changeFrom(client: QueryClient, change: SettingsChange): Promise<StoredSettings> {
  const shown = client.getQueryData<StoredSettings>(SETTINGS);
  for (let version = shown?.version; ; ) {
    try {
      return await calls.change({ body: version === undefined ? change : { ...change, version } });
    } catch (error) {
      const current = currentIn<StoredSettings>(error);
      if (shown === undefined || current === undefined || current.version === version) throw error;
      client.setQueryData(SETTINGS, current);
      if (isSameChanged(change, shown, current)) throw error;
      version = current.version;
    }
  }
}

/** Changes any subset of the settings. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => changeFrom(client, change),
    onMutate: () => client.cancelQueries({ queryKey: SETTINGS }),
    onSuccess: (answer, change) => {
      // Only what was changed here: an answer that was overtaken knows the other fields as they were.
      const changed = Object.entries(answer).filter(
        ([name]) =>
          name in change ||
          name === 'version' ||
          (name.startsWith('timezone') && change.timezone !== undefined),
      );
      client.setQueryData<StoredSettings>(
        SETTINGS,
        (known) => known && { ...known, ...Object.fromEntries(changed) },
      );
      // The change is over when the screen shows it: the query's observers hear of it a moment later.
      return new Promise<void>((resolve) => notifyManager.schedule(resolve));
    },
  });
}
