import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { isPairedTablet } from '#features/sessions/web/paired-tablet.ts';
import { type PresentUser, useCurrentUser } from '#features/sessions/web/queries.ts';
import { useAppName } from '#features/settings/web/queries.ts';
import { forgetTimezone } from '#features/settings/web/remembered-timezone.ts';
import { useMainBelow } from '#platform/web/history-depth.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { isNobodys } from '#platform/web/offline/session-mark.ts';
import { useBrand } from '#platform/web/screen-title.ts';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { ACTIVITY_TYPES, isElderPath } from './elder-paths.ts';
import { ElderFrame } from './screens/ElderFrame.tsx';
import { HomeScreen } from './screens/Home.tsx';
import { useLiveUpdates } from './screens/use-live-updates.ts';

const loadPhotos = () => import('./screens/Photos.tsx');

/**
 * Delay before preloading, in milliseconds, after which the data of the first screen has usually
 * arrived.
 */
const AT_HAND_AFTER_MS = 5_000;

// Screens that are loaded lazily, to keep the bundle of the elder's home screen small: rarely used
// ones, and those with React Aria.
const ActivityScreen = lazyComponent(
  async () => (await import('./screens/Activity.tsx')).ActivityScreen,
);
const BringingInScreen = lazyComponent(
  async () => (await import('./screens/ImportingScreen.tsx')).ImportingScreen,
);
const FamilyScreens = lazyComponent(
  async () => (await import('./family-routes.tsx')).FamilyScreens,
);
const MyDayScreen = lazyComponent(async () => (await import('./screens/MyDay.tsx')).MyDayScreen);
const PhotosScreen = lazyComponent(async () => (await loadPhotos()).PhotosScreen);
const SignedOutScreens = lazyComponent(
  async () => (await import('./signed-out-routes.tsx')).SignedOutScreens,
);

const SECTIONS = new Map([
  ['/my-day', MyDayScreen.atHand],
  ['/photos', PhotosScreen.atHand],
  ...ACTIVITY_TYPES.map((type) => [`/activity/${type}`, ActivityScreen.atHand] as const),
]);

export function Routes() {
  const user = useCurrentUser();
  if (user.isPending) return <FullPageLoading />;
  // The key gives signed-in and signed-out screens separate Suspense boundaries. With a shared
  // boundary, React would keep the old screens mounted but hidden, with their data, until the
  // sign-in screens are loaded.
  return (
    <Suspense key={user.data ? 'in' : 'out'} fallback={<FullPageLoading />}>
      {user.data ? <SignedIn user={user.data} /> : <SignedOut />}
    </Suspense>
  );
}

function SignedOut() {
  const isTablet = isPairedTablet();
  useForgetting(isTablet);
  return <SignedOutScreens isTablet={isTablet} />;
}

/**
 * Clears the stored time zone after a sign-out. On other devices than a paired tablet, an unknown
 * user may also mean a missing connection; then the data stays.
 */
function useForgetting(isTablet: boolean): void {
  const hasLeft = isTablet || isNobodys();
  useEffect(() => {
    if (hasLeft) forgetTimezone();
  }, [hasLeft]);
}

function SignedIn({ user }: { user: PresentUser }) {
  useLiveUpdates();
  useBrand(useAppName());
  const [path] = useLocation();
  // Members wait during an import. The super_admin may stay on the settings page, because leaving
  // it would abort the upload.
  const waits =
    user.isBringingIn === true && !(user.role === 'super_admin' && path === '/settings');
  if (waits) return <BringingInScreen />;
  if (!isElderPath(path)) return <FamilyScreens user={user} />;
  return (
    <Router hook={useMainBelow}>
      <ElderFrame user={user}>
        {/* A Suspense boundary inside the frame, so that reminders and touch handling continue
            while the code of a screen is loading. */}
        <Suspense fallback={<FullPageLoading />}>
          {user.isCareOnly ? <CareScreens /> : <ElderScreens />}
        </Suspense>
      </ElderFrame>
    </Router>
  );
}

/** All screens share one frame, so that a reminder persists across screens. */
function ElderScreens() {
  useSectionsAtHand();
  return (
    <Switch>
      <Route path="/" component={HomeScreen} />
      <Route path="/my-day" component={MyDayScreen} />
      <Route path="/photos" component={PhotosScreen} />
      {ACTIVITY_TYPES.map((type) => (
        <Route key={type} path={`/activity/${type}`}>
          {/* The key remounts the screen for each type, so that each one counts as a new visit. */}
          <ActivityScreen key={type} type={type} />
        </Route>
      ))}
      {ACTIVITY_TYPES.map((type) => (
        <Route key={`short-${type}`} path={`/${type}`}>
          <Redirect to={`/activity/${type}`} replace />
        </Route>
      ))}
      <Route component={ToHome} />
    </Switch>
  );
}

/** Screens during the grace period after the subscription has expired. */
function CareScreens() {
  return (
    <Switch>
      <Route path="/" component={HomeScreen} />
      <Route path="/my-day" component={MyDayScreen} />
      <Route component={ToHome} />
    </Switch>
  );
}

/**
 * Prefetches the screens behind the home buttons, and the first photos. If a button is pressed
 * before that, its screen starts to load on pointer down.
 */
function useSectionsAtHand(): void {
  const client = useQueryClient();
  useEffect(() => {
    // Failures are ignored: a screen that could not be prefetched is loaded when it is opened.
    const prefetch = (path: string) => {
      SECTIONS.get(path)?.().catch(() => undefined);
      if (path !== '/photos') return;
      loadPhotos()
        .then(({ firstPhotosAtHand }) => firstPhotosAtHand(client))
        .catch(() => undefined);
    };
    const prefetchAll = () => {
      for (const path of SECTIONS.keys()) prefetch(path);
    };
    const press = ({ target }: PointerEvent) => {
      const link = target instanceof Element && target.closest('a');
      if (link) prefetch(link.pathname);
    };
    const timer = setTimeout(prefetchAll, AT_HAND_AFTER_MS);
    addEventListener('pointerdown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press);
    };
  }, [client]);
}

function ToHome() {
  return <Redirect to="/" replace />;
}
