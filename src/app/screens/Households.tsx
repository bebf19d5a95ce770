import { overviewMessage } from '#features/households/household-messages.ts';
import { AddHouseholdLink } from '#features/households/web/AddHouseholdLink.tsx';
import { HouseholdList } from '#features/households/web/HouseholdList.tsx';
import { useHouseholds } from '#features/households/web/queries.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { EmptyState } from '#kit/web/ui/EmptyState.tsx';
import { Skeleton } from '#kit/web/ui/Skeleton.tsx';
import { NEW_HOUSEHOLD_PATH, TODAY_PATH } from '../paths.ts';
import { FamilyPage } from './FamilyPage.tsx';

/** All households of one person with how each is, those first that need somebody. */
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
  const again = (
    <Button variant="outline" isPending={isFetching} onPress={() => void refetch()}>
      Try again
    </Button>
  );
  if (data === undefined) {
    return <EmptyState text="Your households could not be loaded.">{again}</EmptyState>;
  }
  if (data.length === 0) return <EmptyState text="You belong to no household." />;
  return (
    <>
      {isError ? (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-box bg-late-tint px-5 py-3 text-late"
        >
          <p className="font-semibold">No connection. This may be out of date.</p>
          {again}
        </div>
      ) : null}
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
