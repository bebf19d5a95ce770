import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { SettingsCalls } from '../contract.ts';

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

/** Changes any subset of the settings. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof calls.change>[0]['body']) => calls.change({ body }),
    onSuccess: (settings) => client.setQueryData(SETTINGS, settings),
  });
}
