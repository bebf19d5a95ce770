import type { ReactNode } from 'react';
import { EmptyState, NotLoaded } from './EmptyState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface ListStateProps {
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  isEmpty: boolean;
  emptyText: string;
  errorText: string;
  children: ReactNode;
}

/** Shows a list, or its state: loading, failed or empty. */
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
