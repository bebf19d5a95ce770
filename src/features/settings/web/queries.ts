import {
  notifyManager,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import { currentIn, isSameChanged } from '#platform/web/find-current.ts';
import type { SettingsCalls, StoredSettings } from '../contract.ts';
import { DEFAULT_SETTINGS } from '../domain/defaults.ts';

const calls = callersOf<SettingsCalls>()({
  read: 'GET /api/settings',
  change: 'PATCH /api/settings',
});

export const SETTINGS = ['settings'];

const REFRESH_MS = MINUTE_MS;

/** The settings of the household, refetched every 60 seconds. */
export const useSettings = createQuery(SETTINGS, calls.read, { refetchInterval: REFRESH_MS });

/** The name that the household gave the product; the default name while loading. */
export function useAppName(): string {
  const { data } = useQuery({ queryKey: SETTINGS, queryFn: () => calls.read() });
  return data?.appName ?? DEFAULT_SETTINGS.appName;
}

export type SettingsChange = Parameters<typeof calls.change>[0]['body'];

/**
 * Changes settings from the displayed version. Concurrent changes of other settings are merged; a
 * concurrent change of the same setting is a conflict and is not overwritten.
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

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => changeFrom(client, change),
    onMutate: () => client.cancelQueries({ queryKey: SETTINGS }),
    onSuccess: (answer, change) => {
      // Applies only the changed fields, because a late response may contain old values of others.
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
      // Resolves after the query's observers were notified, so that the screen shows the new value.
      return new Promise<void>((resolve) => notifyManager.schedule(resolve));
    },
  });
}
