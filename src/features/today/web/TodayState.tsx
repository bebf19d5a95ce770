import type { ReactNode } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { EmptyState } from '#kit/web/ui/EmptyState.tsx';
import { Skeleton } from '#kit/web/ui/Skeleton.tsx';
import type { Today } from '../contract.ts';
import { useToday } from './queries.ts';

/** How everybody is today: while it is read, when it could not be read, as of then, or as it is. */
export function TodayState({ children }: { children: (today: Today) => ReactNode }) {
  const { data, isError, isPending, isFetching, refetch } = useToday();
  if (isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-4">
        <Skeleton className="h-41.5 w-full" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-44 w-full" />
      </div>
    );
  }
  const again = (
    <Button variant="outline" isPending={isFetching} onPress={() => void refetch()}>
      Try again
    </Button>
  );
  if (data === undefined) {
    return <EmptyState text="How it is today could not be loaded.">{again}</EmptyState>;
  }
  return (
    <>
      {isError ? (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-box bg-late-tint px-5 py-3 text-late"
        >
          <p className="font-semibold">
            No connection. As of {formatTime(new Date(data.askedAt), data.timezone)}.
          </p>
          {again}
        </div>
      ) : null}
      {children(data)}
    </>
  );
}
