import { type ReactNode, useEffect } from 'react';
import { Redirect, Route, Switch, useSearchParams } from 'wouter';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { lazyComponent } from '#kit/web/lazy-component.ts';
import { toast } from '#kit/web/toasts.tsx';
import { isSmall } from '#kit/web/use-is-small.ts';
import { isApplicationPath, landingPath, TODAY_PATH } from './paths.ts';
import {
  AlertReceivedScreen,
  ConfirmEmailScreen,
  PairScreen,
  ResetPasswordScreen,
} from './screens/account-screens.ts';

const AdminPanel = lazyComponent(async () => (await import('./screens/AdminPanel.tsx')).AdminPanel);
const FittingScreen = lazyComponent(
  async () => (await import('./screens/Fitting.tsx')).FittingScreen,
);
const AnalyticsScreen = lazyComponent(
  async () => (await import('./screens/Analytics.tsx')).AnalyticsScreen,
);

/** The addresses of the admin panel and the tab that each opens. */
const PANEL_TABS = [
  { path: '/admin', tab: 'initial' },
  { path: TODAY_PATH, tab: 'today' },
  { path: '/admin/tablets', tab: 'tablets' },
  { path: '/users', tab: 'users' },
  { path: '/calendar', tab: 'calendar' },
  { path: '/medications', tab: 'medications' },
  { path: '/photo-albums', tab: 'photo-albums' },
  { path: '/home-buttons', tab: 'home-buttons' },
  { path: '/settings', tab: 'settings' },
  { path: '/admin/analytics', tab: 'analytics' },
  { path: '/subscription', tab: 'subscription' },
] as const;

/** Where somebody who is signed in stands beside the elder's screens. */
export function FamilyScreens({ user }: { user: PresentUser }) {
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
      <Route path="/fitting">
        <AdministratorsOnly user={user}>
          <FittingScreen />
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
      <Route path="/auth">
        <ToWanted user={user} />
      </Route>
      <Route component={ToHome} />
    </Switch>
  );
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
function ToWanted({ user }: { user: PresentUser }) {
  const [search] = useSearchParams();
  const wanted = search.get('next') ?? '/auth';
  const isOurs = isApplicationPath(wanted) && wanted !== '/auth';
  return <Redirect to={isOurs ? wanted : landingPath(user, isSmall())} replace />;
}
