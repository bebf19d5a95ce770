import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import { forgetKnownDoses } from '#features/medications/web/dose-snapshot-key.ts';
import { isPairedTablet } from '#features/sessions/web/paired-tablet.ts';
import { EXPIRED_PATH, type PresentUser, useCurrentUser } from '#features/sessions/web/queries.ts';
import { forgetTimezone } from '#features/settings/web/remembered-timezone.ts';
import { isNobodys } from '#kit/web/offline/session-mark.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FullPageLoading } from '#kit/web/ui/FullPageLoading.tsx';
import { ACTIVITY_TYPES, isApplicationPath } from './paths.ts';
import { ElderFrame } from './screens/ElderFrame.tsx';
import { HomeScreen } from './screens/Home.tsx';
import { useBrandTitle } from './screens/use-brand-title.ts';
import { useLiveUpdates } from './screens/use-live-updates.ts';

/** The screens behind the home buttons. */
const SECTIONS = {
  activity: () => import('./screens/Activity.tsx'),
  myDay: () => import('./screens/MyDay.tsx'),
  photos: () => import('./screens/Photos.tsx'),
};

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

// The elder's home is small; what few people open, or what needs React Aria, comes when it is wanted.
const AuthScreen = lazy(async () => ({
  default: (await import('./screens/Auth.tsx')).AuthScreen,
}));
const ActivityScreen = lazy(async () => ({
  default: (await SECTIONS.activity()).ActivityScreen,
}));
const AdminPanel = lazy(async () => ({
  default: (await import('./screens/AdminPanel.tsx')).AdminPanel,
}));
const AdminSignUpScreen = lazy(async () => ({
  default: (await import('./screens/account/AdminSignUp.tsx')).AdminSignUpScreen,
}));
const AlertReceivedScreen = lazy(async () => ({
  default: (await import('./screens/AlertReceived.tsx')).AlertReceivedScreen,
}));
const AnalyticsScreen = lazy(async () => ({
  default: (await import('./screens/Analytics.tsx')).AnalyticsScreen,
}));
const AnalyticsSignedOut = lazy(async () => ({
  default: (await import('./screens/Analytics.tsx')).AnalyticsSignedOut,
}));
const ConfirmEmailScreen = lazy(async () => ({
  default: (await import('./screens/account/ConfirmEmail.tsx')).ConfirmEmailScreen,
}));
const ForgotPasswordScreen = lazy(async () => ({
  default: (await import('./screens/account/ForgotPassword.tsx')).ForgotPasswordScreen,
}));
const PairScreen = lazy(async () => ({
  default: (await import('./screens/account/Pair.tsx')).PairScreen,
}));
const ResetPasswordScreen = lazy(async () => ({
  default: (await import('./screens/account/ResetPassword.tsx')).ResetPasswordScreen,
}));
const BringingInScreen = lazy(async () => ({
  default: (await import('./screens/BringingIn.tsx')).BringingInScreen,
}));
const MyDayScreen = lazy(async () => ({
  default: (await SECTIONS.myDay()).MyDayScreen,
}));
const NotFoundScreen = lazy(async () => ({
  default: (await import('./screens/NotFound.tsx')).NotFoundScreen,
}));
const PhotosScreen = lazy(async () => ({
  default: (await SECTIONS.photos()).PhotosScreen,
}));
const SubscriptionExpiredScreen = lazy(async () => ({
  default: (await import('./screens/SubscriptionExpired.tsx')).SubscriptionExpiredScreen,
}));

/** The addresses of the admin panel and the tab that each opens. */
const PANEL_TABS = [
  { path: '/admin', tab: 'initial' },
  { path: '/users', tab: 'users' },
  { path: '/calendar', tab: 'calendar' },
  { path: '/medications', tab: 'medications' },
  { path: '/photo-albums', tab: 'photo-albums' },
  { path: '/home-buttons', tab: 'home-buttons' },
  { path: '/settings', tab: 'settings' },
  { path: '/admin/analytics', tab: 'analytics' },
  { path: '/subscription', tab: 'subscription' },
] as const;

/** Which screen stands at which address, for whom. */
export function Routes() {
  const [path] = useLocation();
  const user = useCurrentUser();
  if (!isApplicationPath(path))
    return (
      <Suspense fallback={<FullPageLoading />}>
        <NotFoundScreen />
      </Suspense>
    );
  if (user.isPending) return <FullPageLoading />;
  return (
    <Suspense fallback={<FullPageLoading />}>
      {user.data ? <SignedIn user={user.data} /> : <SignedOut />}
    </Suspense>
  );
}

function SignedOut() {
  const [path] = useLocation();
  // Whoever looks at a tablet that was set up with a code has no email to sign in with.
  const isTablet = isPairedTablet();
  useForgetting(isTablet);
  return (
    <Switch>
      <Route path="/">{isTablet ? <ToPairing /> : <AuthScreen />}</Route>
      <Route path="/auth" component={AuthScreen} />
      <Route path="/admin-signup" component={AdminSignUpScreen} />
      <Route path="/pair">
        <PairScreen />
      </Route>
      <Route path="/forgot-password" component={ForgotPasswordScreen} />
      <Route path="/reset-password" component={ResetPasswordScreen} />
      <Route path="/alert-received" component={AlertReceivedScreen} />
      <Route path="/confirm-email" component={ConfirmEmailScreen} />
      <Route path={EXPIRED_PATH} component={SubscriptionExpiredScreen} />
      <Route path="/analytics" component={AnalyticsSignedOut} />
      <Route>
        {isTablet ? (
          <ToPairing />
        ) : (
          <Redirect to={`/auth?next=${encodeURIComponent(path)}`} replace />
        )}
      </Route>
    </Switch>
  );
}

/**
 * Whoever signed out, or was signed out from afar, leaves nothing here. Elsewhere than on a paired
 * tablet nobody may merely not be known for lack of a connection: then what is kept stays kept.
 */
function useForgetting(isTablet: boolean): void {
  const hasLeft = isTablet || isNobodys();
  useEffect(() => {
    if (!hasLeft) return;
    forgetKnownDoses();
    forgetTimezone();
  }, [hasLeft]);
}

function ToPairing() {
  return <Redirect to="/pair" replace />;
}

function SignedIn({ user }: { user: PresentUser }) {
  useLiveUpdates();
  useBrandTitle();
  const [path] = useLocation();
  // Where it was begun the screen stays: with it the sending would end.
  const waits =
    user.isBringingIn === true && !(user.role === 'super_admin' && path === '/settings');
  if (waits) return <BringingInScreen />;
  return (
    <Switch>
      {PANEL_TABS.map(({ path, tab }) => (
        <Route key={path} path={path}>
          <AdministratorsOnly user={user}>
            <AdminPanel user={user} tab={tab} />
          </AdministratorsOnly>
        </Route>
      ))}
      <Route path="/analytics">
        <AdministratorsOnly user={user}>
          {user.role === 'super_admin' ? <AnalyticsScreen /> : <Redirect to="/admin" replace />}
        </AdministratorsOnly>
      </Route>
      <Route path="/pair">
        <AdministratorsOnly user={user}>
          <PairScreen user={user} />
        </AdministratorsOnly>
      </Route>
      <Route path="/admin-signup">
        <AdministratorsOnly user={user}>
          <SignOutFirst />
        </AdministratorsOnly>
      </Route>
      <Route path="/reset-password" component={ResetPasswordScreen} />
      <Route path="/alert-received" component={AlertReceivedScreen} />
      <Route path="/confirm-email" component={ConfirmEmailScreen} />
      <Route path="/auth" component={ToWanted} />
      <Route path={EXPIRED_PATH} component={ToHome} />
      <Route>
        <ElderFrame user={user}>{user.isCareOnly ? <CareScreens /> : <ElderScreens />}</ElderFrame>
      </Route>
    </Switch>
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

/** What the buttons open is fetched before one is pressed, and the first photos with their pictures. */
function useSectionsAtHand(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without a connection they are fetched when they are wanted.
      for (const load of Object.values(SECTIONS)) load().catch(() => undefined);
      SECTIONS.photos()
        .then(({ firstPhotosAtHand }) => firstPhotosAtHand(client))
        .catch(() => undefined);
    }, AT_HAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client]);
}

function AdministratorsOnly({ user, children }: { user: PresentUser; children: ReactNode }) {
  return user.role === 'user' ? <ToHome /> : children;
}

/** An invitation is for somebody else than the person who is signed in here. */
function SignOutFirst() {
  useEffect(() => {
    toast.info('You are already signed in.', 'Log out first, then open the invitation again.');
  }, []);
  return <Redirect to="/admin" replace />;
}

function ToHome() {
  return <Redirect to="/" replace />;
}

/** After sign-in: where the person wanted to go before. */
function ToWanted() {
  const [search] = useSearchParams();
  const wanted = search.get('next') ?? '/';
  const isOurs = isApplicationPath(wanted) && wanted !== '/auth';
  return <Redirect to={isOurs ? wanted : '/'} replace />;
}
