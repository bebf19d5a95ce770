import type { ReactNode } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { Outdated } from '#platform/web/ui/Outdated.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import type { Today } from '../contract.ts';
import { useToday } from './queries.ts';

/** Renders the state of today in each phase of the query: loading, failed, outdated, or current. */
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
  const retry = { isPending: isFetching, onRetry: refetch };
  if (data === undefined) {
    return <NotLoaded text="How it is today could not be loaded." {...retry} />;
  }
  const askedAt = formatTime(new Date(data.askedAt), data.timezone);
  return (
    <>
      {isError ? <Outdated text={`As of ${askedAt}.`} {...retry} /> : null}
      {children(data)}
    </>
  );
}
