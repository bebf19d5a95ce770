import type { ReactNode } from 'react';
import { EmptyState, NotLoaded } from './EmptyState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface ListStateProps {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  isEmpty: boolean;
  emptyText: string;
  /** Said when it could not be read. */
  errorText: string;
  children: ReactNode;
}

/** A list while it is read, when it could not be read, when it is empty, or itself. */
export function ListState({ query, isEmpty, emptyText, errorText, children }: ListStateProps) {
  if (query.isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-3 py-3">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-4/5" />
        <Skeleton className="h-11 w-11/12" />
      </div>
    );
  }
  if (query.isError && isEmpty) return <NotLoaded text={errorText} onRetry={query.refetch} />;
  return isEmpty ? <EmptyState text={emptyText} /> : children;
}
