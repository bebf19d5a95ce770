import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { callersOf } from '#platform/web/api.ts';
import type { HelpTipCalls } from '../contract.ts';
import { FALLBACK_TIP } from '../domain/fallback-tip.ts';

const calls = callersOf<HelpTipCalls>()({ choose: 'POST /api/help-tip' });

export interface TipPlace {
  currentPage: string;
  userAction: string;
  userContext: string;
}

/** A tip for a screen, fetched while `isWanted`; the fallback if the request fails. */
export function useHelpTip(place: TipPlace, isWanted: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['help-tip', place],
    queryFn: () => {
      const userRole = client.getQueryData<User | null>(CURRENT_USER)?.role ?? '';
      return calls.choose({ body: { ...place, userRole } }).catch(() => FALLBACK_TIP);
    },
    enabled: isWanted,
    // The response is not cached, so that each request returns a new tip.
    gcTime: 0,
  });
}
