import { lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import type { User } from '#features/sessions/contract.ts';
import { EXPIRED_PATH, useCurrentUser } from '#features/sessions/web/queries.ts';
import { FullPageLoading } from '#kit/web/ui/FullPageLoading.tsx';
import { ACTIVITY_TYPES, isApplicationPath } from './paths.ts';
import { ComingScreen } from './screens/Coming.tsx';
import { ElderFrame } from './screens/ElderFrame.tsx';
import { HomeScreen } from './screens/Home.tsx';

// The elder's home is small; what few people open, or what needs React Aria, comes when it is wanted.
const AuthScreen = lazy(async () => ({
  default: (await import('./screens/Auth.tsx')).AuthScreen,
}));
const AdminPanel = lazy(async () => ({
  default: (await import('./screens/AdminPanel.tsx')).AdminPanel,
}));
const MyDayScreen = lazy(async () => ({
  default: (await import('./screens/MyDay.tsx')).MyDayScreen,
}));
const NotFoundScreen = lazy(async () => ({
  default: (await import('./screens/NotFound.tsx')).NotFoundScreen,
}));
const SubscriptionExpiredScreen = lazy(async () => ({
  default: (await import('./screens/SubscriptionExpired.tsx')).SubscriptionExpiredScreen,
}));

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
  return (
    <Switch>
      <Route path="/" component={AuthScreen} />
      <Route path="/auth" component={AuthScreen} />
      <Route path={EXPIRED_PATH} component={SubscriptionExpiredScreen} />
      <Route>
        <Redirect to={`/auth?next=${encodeURIComponent(path)}`} replace />
      </Route>
    </Switch>
  );
}

function SignedIn({ user }: { user: User }) {
  return (
    <Switch>
      <Route path="/admin">
        <AdministratorsOnly user={user}>
          <AdminPanel user={user} />
        </AdministratorsOnly>
      </Route>
      <Route path="/medications">
        <AdministratorsOnly user={user}>
          <AdminPanel user={user} tab="medications" />
        </AdministratorsOnly>
      </Route>
      <Route path="/auth" component={ToWanted} />
      <Route path={EXPIRED_PATH} component={ToHome} />
      <Route>
        <ElderFrame>
          <ElderScreens />
        </ElderFrame>
      </Route>
    </Switch>
  );
}

/** All of them stand in one frame, so that a reminder lives on from one screen to the next. */
function ElderScreens() {
  return (
    <Switch>
      <Route path="/" component={HomeScreen} />
      <Route path="/my-day" component={MyDayScreen} />
      <Route path="/photos">
        <ComingScreen section="photos" />
      </Route>
      {ACTIVITY_TYPES.map((type) => (
        <Route key={type} path={`/activity/${type}`}>
          <ComingScreen section={type} />
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

function AdministratorsOnly({ user, children }: { user: User; children: ReactNode }) {
  return user.role === 'user' ? <ToHome /> : children;
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
