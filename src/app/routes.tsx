import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { isPairedTablet } from '#features/sessions/web/paired-tablet.ts';
import { type PresentUser, useCurrentUser } from '#features/sessions/web/queries.ts';
import { useAppName } from '#features/settings/web/queries.ts';
import { forgetTimezone } from '#features/settings/web/remembered-timezone.ts';
import { useMainBelow } from '#kit/web/history-depth.ts';
import { lazyComponent } from '#kit/web/lazy-component.ts';
import { isNobodys } from '#kit/web/offline/session-mark.ts';
import { useBrand } from '#kit/web/screen-title.ts';
import { FullPageLoading } from '#kit/web/ui/FullPageLoading.tsx';
import { ACTIVITY_TYPES, isElderPath } from './elder-paths.ts';
import { ElderFrame } from './screens/ElderFrame.tsx';
import { HomeScreen } from './screens/Home.tsx';
import { useLiveUpdates } from './screens/use-live-updates.ts';

const loadPhotos = () => import('./screens/Photos.tsx');

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

// The elder's home is small; what few people open, or what needs React Aria, comes when it is wanted.
const ActivityScreen = lazyComponent(
  async () => (await import('./screens/Activity.tsx')).ActivityScreen,
);
const BringingInScreen = lazyComponent(
  async () => (await import('./screens/BringingIn.tsx')).BringingInScreen,
);
const FamilyScreens = lazyComponent(
  async () => (await import('./family-routes.tsx')).FamilyScreens,
);
const MyDayScreen = lazyComponent(async () => (await import('./screens/MyDay.tsx')).MyDayScreen);
const PhotosScreen = lazyComponent(async () => (await loadPhotos()).PhotosScreen);
const SignedOutScreens = lazyComponent(
  async () => (await import('./signed-out-routes.tsx')).SignedOutScreens,
);

/** The screens behind the home buttons, by their addresses. */
const SECTIONS = new Map([
  ['/my-day', MyDayScreen.atHand],
  ['/photos', PhotosScreen.atHand],
  ...ACTIVITY_TYPES.map((type) => [`/activity/${type}`, ActivityScreen.atHand] as const),
]);

/** Which screen stands at which address, for whom. */
export function Routes() {
  const user = useCurrentUser();
  if (user.isPending) return <FullPageLoading />;
  // Each has a boundary of its own: within one, the screens of whoever has left would live on, hidden,
  // and keep what was to be forgotten, until those for nobody are loaded.
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
 * Whoever signed out, or was signed out from afar, leaves nothing here. Elsewhere than on a paired
 * tablet nobody may merely not be known for lack of a connection: then what is kept stays kept.
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
  // Where it was begun the screen stays: with it the sending would end.
  const waits =
    user.isBringingIn === true && !(user.role === 'super_admin' && path === '/settings');
  if (waits) return <BringingInScreen />;
  if (!isElderPath(path)) return <FamilyScreens user={user} />;
  return (
    <Router hook={useMainBelow}>
      <ElderFrame user={user}>
        {/* While the code of a screen is loading, reminders and the touch rule of the frame go on. */}
        <Suspense fallback={<FullPageLoading />}>
          {user.isCareOnly ? <CareScreens /> : <ElderScreens />}
        </Suspense>
      </ElderFrame>
    </Router>
  );
}

/** All of them stand in one frame, so that a reminder lives on from one screen to the next. */
function ElderScreens() {
  useSectionsAtHand();
  return (
    <Switch>
      <Route path="/" component={HomeScreen} />
      <Route path="/my-day" component={MyDayScreen} />
      <Route path="/photos" component={PhotosScreen} />
      {ACTIVITY_TYPES.map((type) => (
        <Route key={type} path={`/activity/${type}`}>
          {/* Each has its own visit. */}
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

/** What goes on for a while after the subscription has expired. */
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
 * What the buttons open is fetched before one is pressed, and the first photos with their pictures;
 * what is pressed earlier is fetched as the finger comes down.
 */
function useSectionsAtHand(): void {
  const client = useQueryClient();
  useEffect(() => {
    // Without a connection they are fetched when they are wanted.
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
