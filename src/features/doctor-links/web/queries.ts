import { useQuery } from '@tanstack/react-query';
import { registerOffsets } from '#platform/shared/zoned-time.ts';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { DoctorLinkCalls } from '../contract.ts';

const calls = callersOf<DoctorLinkCalls>()({
  list: 'GET /api/doctor-links',
  make: 'POST /api/doctor-links',
  end: 'DELETE /api/doctor-links/{id}',
  open: 'GET /api/doctor-links/{token}/page',
});

const LINKS = ['doctor-links'];

/** The existing links; refetched on every mount, because their number of openings changes. */
export const useDoctorLinks = createQuery(LINKS, calls.list, { staleTime: 0 });

export const useMakeDoctorLink = createMutation(calls.make, LINKS);
export const useEndDoctorLink = createMutation(calls.end, LINKS);

/** The page of a link; fetched only once, because each request counts as an opening. */
export function useSharedPage(token: string) {
  return useQuery({
    queryKey: ['shared-page', token],
    queryFn: async () => {
      const page = await calls.open({ params: { token } });
      // Registers the server's offsets, because the reader's browser may not know the time zone, or
      // have outdated data for it.
      registerOffsets(page.timezone, page.timezoneOffsets ?? []);
      return page;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
