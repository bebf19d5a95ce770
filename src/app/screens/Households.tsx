import signOutIcon from '@phosphor-icons/core/assets/bold/sign-out-bold.svg?raw';
import { I18nProvider } from 'react-aria-components';
import { stopDeviceAlerts } from '#features/alerts/web/queries.ts';
import { overviewMessage } from '#features/households/household-messages.ts';
import { AddHouseholdLink } from '#features/households/web/AddHouseholdLink.tsx';
import { HouseholdList } from '#features/households/web/HouseholdList.tsx';
import { useHouseholds } from '#features/households/web/queries.ts';
import { useSignOut } from '#features/sessions/web/sign-in-and-out.ts';
import { useScreenTitle } from '#kit/web/screen-title.ts';
import { Toasts } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { EmptyState } from '#kit/web/ui/EmptyState.tsx';
import { Logo } from '#kit/web/ui/Logo.tsx';
import { Skeleton } from '#kit/web/ui/Skeleton.tsx';
import { NEW_HOUSEHOLD_PATH, TODAY_PATH } from '../paths.ts';

const TITLE = 'Your households';

/** All households of one person with how each is, those first that need somebody. */
export function HouseholdsScreen() {
  useScreenTitle(TITLE);
  const signOut = useSignOut();
  return (
    <I18nProvider locale="en-US">
      <main className="look-admin mx-auto min-h-dvh max-w-300 px-4 pt-6 pb-20 tablet:px-9">
        <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="flex items-center gap-4">
            <Logo className="h-10.5" />
            <h1 className="font-bold text-[1.6875rem] leading-[1.15] tablet:text-title">{TITLE}</h1>
          </div>
          <Button
            variant="quiet"
            icon={signOutIcon}
            isPending={signOut.isPending}
            onPress={() => void stopDeviceAlerts().then(() => signOut.mutate())}
          >
            Logout
          </Button>
        </header>
        <All />
      </main>
      <Toasts variant="admin" />
    </I18nProvider>
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
      <AddHouseholdLink path={NEW_HOUSEHOLD_PATH} />
    </>
  );
}
