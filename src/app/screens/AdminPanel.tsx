import eye from '@phosphor-icons/core/assets/bold/eye-bold.svg?raw';
import pill from '@phosphor-icons/core/assets/bold/pill-bold.svg?raw';
import { onlineManager } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useSearchParams } from 'wouter';
import { useSetupWelcome } from '#features/accounts/web/queries.ts';
import { AlertNotices } from '#features/alerts/web/AlertNotices.tsx';
import { OpenAlerts } from '#features/alerts/web/OpenAlerts.tsx';
import { SendConfirmation } from '#features/people/web/SendConfirmation.tsx';
import { hasUploads } from '#features/photos/web/uploads-flag.ts';
import { ConfirmPassword } from '#features/sessions/web/ConfirmPassword.tsx';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useAppName } from '#features/settings/web/queries.ts';
import { TodayStrip } from '#features/today/web/TodayStrip.tsx';
import { tolerateForeignNodes } from '#platform/web/foreign-nodes.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { useErrorsEndWith } from '#platform/web/toasts.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { ErrorBoundary } from '#platform/web/ui/ErrorBoundary.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { useIsSmall } from '#platform/web/use-is-small.ts';
import { SERVER_HEALTH_PATH } from '../paths.ts';
import { AdminShell } from './admin/AdminShell.tsx';
import {
  type AdminTab,
  INITIAL_TAB,
  PHOTO_ALBUMS,
  TODAY_TAB,
  tabsFor,
} from './admin/admin-tabs.ts';
import { LogoutButton } from './LogoutButton.tsx';

tolerateForeignNodes();

/** Shows uploads and resumes those that an earlier page left unfinished. */
const UploadsCard = lazyPart(
  async () => (await import('#features/photos/web/admin/UploadsCard.tsx')).UploadsCard,
  renderNothing,
);

const ServerNotice = lazyPart(
  async () => (await import('#features/server-health/web/ServerNotice.tsx')).ServerNotice,
  renderNothing,
);

interface AdminPanelProps {
  user: PresentUser;
  /** Id of the tab to show; an unknown id shows the initial tab. */
  tab: string;
}

/** The panel for family and caregivers. */
export function AdminPanel({ user, tab }: AdminPanelProps) {
  const tabs = tabsFor(user.role);
  const active = tabs.find(({ id }) => id === tab) ?? INITIAL_TAB;
  const appName = useAppName();
  const [search] = useSearchParams();
  useScreenTitle(active.label);
  useErrorsEndWith(active.id);
  const isToday = active === TODAY_TAB;
  // On the Today tab on a phone, the notices are below the content.
  const isBelow = useIsSmall() && isToday;
  const notices = (
    <>
      <AlertNotices userId={user.id} confirm={<SendConfirmation userId={user.id} />} />
      {user.isOperator ? <ServerNotice path={SERVER_HEALTH_PATH} /> : null}
    </>
  );
  return (
    <I18nProvider locale="en-US">
      <AdminShell user={user} appName={appName} tabs={tabs} active={active}>
        {isBelow ? null : <TabHeader tab={active} />}
        {isToday ? null : <TodayStrip path={TODAY_TAB.path} />}
        {isToday ? null : <OpenAlerts userId={user.id} isShort />}
        {isBelow ? null : notices}
        {active === INITIAL_TAB ? <SetupWelcome /> : null}
        <ErrorBoundary key={active.id} instead={<TabNotLoaded />}>
          <Suspense fallback={<TabLoading />}>
            {/* The key remounts the tab when a link requests another item, because the initial
                state of a tab depends on that item. */}
            <active.Content key={search.get('show')} user={user} />
          </Suspense>
        </ErrorBoundary>
        {active !== PHOTO_ALBUMS && hasUploads() ? (
          <UploadsCard user={user} albumsPath={PHOTO_ALBUMS.path} />
        ) : null}
        {isBelow ? (
          <div className="mt-6">
            {notices}
            <TabHeader tab={active} />
          </div>
        ) : null}
      </AdminShell>
      <ConfirmPassword />
      <Toasts />
    </I18nProvider>
  );
}

/** The title of the tab, and links to pages outside of the panel. */
function TabHeader({ tab }: { tab: AdminTab }) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="font-bold text-[1.6875rem] leading-[1.15] tablet:text-title">{tab.label}</h1>
        <p className="mt-1 text-soft">{tab.line}</p>
      </div>
      <div className="flex gap-2">
        <ButtonLink href="/" icon={eye}>
          Preview Mode
        </ButtonLink>
        <LogoutButton />
      </div>
    </header>
  );
}

function TabLoading() {
  return (
    <div role="status" className="after-a-moment flex items-center gap-3 py-8 text-soft">
      <Spinner />
      Loading...
    </div>
  );
}

/**
 * Shown if the code of a tab could not be loaded, usually offline. Browsers cache a failed import
 * until the page is reloaded. The page reloads itself only when the server responds, because
 * otherwise the browser would show its own error page.
 */
function TabNotLoaded() {
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (isOnline) void reloadIfReachable();
      }),
    [],
  );
  return (
    <NotLoaded text="This page could not be loaded." onRetry={() => window.location.reload()} />
  );
}

async function reloadIfReachable(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => undefined);
  if (answer?.ok) window.location.reload();
}

/** Shows the first steps to a person who has just created the household. */
function SetupWelcome() {
  const { isShown, close } = useSetupWelcome();
  if (!isShown) return null;
  return (
    <section
      aria-label="Welcome"
      className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-box border-2 border-gold-line bg-gold-soft px-6 py-5"
    >
      <div className="max-w-170">
        <h2 className="font-bold text-section">Welcome. Your household is ready.</h2>
        <p className="mt-1">
          Begin with the first medication: the tablet shows it and reminds at the right time. Then
          open User Management, add the person it is for, and press Set up tablet.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href="/medications" icon={pill}>
          Open Medications
        </ButtonLink>
        <Button variant="quiet" onPress={close}>
          Close
        </Button>
      </div>
    </section>
  );
}
