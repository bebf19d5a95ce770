import { useQuery } from '@tanstack/react-query';
import { registerOffsets } from '#kit/shared/zoned-time.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import { changing } from '#kit/web/use-change.ts';
import type { DoctorLinkCalls } from '../contract.ts';

const calls = callersOf<DoctorLinkCalls>()({
  list: 'GET /api/doctor-links',
  make: 'POST /api/doctor-links',
  end: 'DELETE /api/doctor-links/{id}',
  open: 'GET /api/doctor-links/{token}/page',
});

const LINKS = ['doctor-links'];

/** The links that stand; read anew each time, because others open them. */
export const useDoctorLinks = reading(LINKS, calls.list, { staleTime: 0 });

export const useMakeDoctorLink = changing(calls.make, LINKS);
export const useEndDoctorLink = changing(calls.end, LINKS);

/** The page of a link; each reading is counted, so it is read once. */
export function useSharedPage(token: string) {
  return useQuery({
    queryKey: ['shared-page', token],
    queryFn: async () => {
      const page = await calls.open({ params: { token } });
      // The browser of a practice may not know the time zone, or by former rules.
      registerOffsets(page.timezone, page.timezoneOffsets ?? []);
      return page;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
