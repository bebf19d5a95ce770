import { notifyManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { Settings, SettingsCalls } from '../contract.ts';
import { DEFAULT_SETTINGS } from '../defaults.ts';

const calls = callersOf<SettingsCalls>()({
  read: 'GET /api/settings',
  change: 'PATCH /api/settings',
});

const SETTINGS = ['settings'];

const REFRESH_MS = 60_000;

/** The settings of the household, read again every 60 seconds. */
export function useSettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: () => calls.read(),
    refetchInterval: REFRESH_MS,
  });
}

/** What the household calls the product; until that is known, what everybody does. */
export function useAppName(): string {
  const { data } = useQuery({ queryKey: SETTINGS, queryFn: () => calls.read() });
  return data?.appName ?? DEFAULT_SETTINGS.appName;
}

export type SettingsChange = Parameters<typeof calls.change>[0]['body'];

/** Changes any subset of the settings. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => calls.change({ body }),
    onMutate: () => client.cancelQueries({ queryKey: SETTINGS }),
    onSuccess: (answer, change) => {
      // Only what was changed here: an answer that was overtaken knows the other fields as they were.
      const changed = Object.entries(answer).filter(([name]) => name in change);
      client.setQueryData<Settings>(
        SETTINGS,
        (known) => known && { ...known, ...Object.fromEntries(changed) },
      );
      // The change is over when the screen shows it: the query's observers hear of it a moment later.
      return new Promise<void>((resolve) => notifyManager.schedule(resolve));
    },
  });
}
