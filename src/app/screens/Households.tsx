import { overviewMessage } from '#features/households/domain/household-messages.ts';
import { AddHouseholdLink } from '#features/households/web/AddHouseholdLink.tsx';
import { HouseholdList } from '#features/households/web/HouseholdList.tsx';
import { useHouseholds } from '#features/households/web/queries.ts';
import { EmptyState, NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { Outdated } from '#platform/web/ui/Outdated.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { NEW_HOUSEHOLD_PATH, TODAY_PATH } from '../paths.ts';
import { FamilyPage } from './FamilyPage.tsx';

/** All households of a person with their state; those that need attention come first. */
export function HouseholdsScreen() {
  return (
    <FamilyPage title="Your households">
      <All />
    </FamilyPage>
  );
}

function All() {
  const { data, isError, isPending, isFetching, refetch } = useHouseholds({ isOverview: true });
  if (isPending) {
    return (
      <div role="status" aria-label="Loading" className="grid gap-3 tablet:grid-cols-2">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  const retry = { isPending: isFetching, onRetry: refetch };
  if (data === undefined) {
    return <NotLoaded text="Your households could not be loaded." {...retry} />;
  }
  if (data.length === 0) return <EmptyState text="You belong to no household." />;
  return (
    <>
      {isError ? <Outdated text="This may be out of date." {...retry} /> : null}
      <p role="status" className="mb-4 font-semibold">
        {overviewMessage(data)}
      </p>
      <HouseholdList households={data} path={TODAY_PATH} />
      <div className="mt-6">
        <AddHouseholdLink path={NEW_HOUSEHOLD_PATH} />
      </div>
    </>
  );
}
