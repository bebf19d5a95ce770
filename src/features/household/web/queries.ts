import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callersOf } from '#platform/web/api.ts';
import { useChange } from '#platform/web/create-mutation.ts';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { uploaderOf } from '#platform/web/upload.ts';
import type { HouseholdCalls, ImportResult } from '../contract.ts';

const calls = callersOf<HouseholdCalls>()({
  makeTicket: 'POST /api/export/ticket',
  mayImport: 'GET /api/import',
  remove: 'DELETE /api/account',
});

const upload = uploaderOf<HouseholdCalls['import']>('POST /api/import', 'download');

const MAY_IMPORT = ['may-import'];

/** True if a download can be imported; undefined while loading. */
export function useIsEmpty(): boolean | undefined {
  return useQuery({ queryKey: MAY_IMPORT, queryFn: () => calls.mayImport() }).data?.isEmpty;
}

export function useDownload() {
  return useChange(async () => {
    const { ticket } = await calls.makeTicket({ body: {} });
    saveFrom(`/api/export?ticket=${encodeURIComponent(ticket)}`);
  });
}

/** The browser saves the file and stays on the page. */
function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Deletes the household and reloads the page, so that no data stays in memory. The mutation remains
 * pending until the page is replaced.
 */
export function useDeleteHousehold() {
  return useMutation({
    mutationFn: (customerId: string) => calls.remove({ body: { customerId } }),
    onSuccess: () => {
      window.location.replace('/auth');
      return new Promise<never>(() => undefined);
    },
  });
}

export interface HouseholdImport {
  /** Fraction of the file that has been uploaded, from 0 to 1; undefined without an upload. */
  readonly share: number | undefined;
  /** Resolves to the result of the import; rejects with AlreadySaid if it was stopped. */
  bringIn(file: File): Promise<ImportResult>;
  stop(): void;
}

/** Uploads a file for the import; unmounting the component stops it. */
export function useImportHousehold(): HouseholdImport {
  const client = useQueryClient();
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const bringIn = async (file: File) => {
    const own = new AbortController();
    running.current = own;
    setShare(0);
    try {
      const result = await upload(file, { onProgress: setShare, signal: own.signal });
      await client.invalidateQueries();
      return result;
    } catch (error) {
      throw own.signal.aborted ? new AlreadyReported() : error;
    } finally {
      setShare(undefined);
    }
  };
  return { share, bringIn, stop };
}
