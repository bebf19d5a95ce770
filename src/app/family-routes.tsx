import type { ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter';
import { useFollowHousehold } from '#features/households/web/enter-household.ts';
import { useHouseholds } from '#features/households/web/queries.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { isSmall } from '#platform/web/use-is-small.ts';
import {
  HOUSEHOLDS_PATH,
  isApplicationPath,
  landingPath,
  NEW_HOUSEHOLD_PATH,
  SERVER_HEALTH_PATH,
  TODAY_PATH,
} from './paths.ts';
import { LINKED_SCREENS, NotFoundScreen, PairScreen } from './screens/account-screens.ts';

const AdminPanel = lazyComponent(async () => (await import('./screens/AdminPanel.tsx')).AdminPanel);
const FittingScreen = lazyComponent(
  async () => (await import('./screens/Fitting.tsx')).FittingScreen,
);
const HouseholdsScreen = lazyComponent(
  async () => (await import('./screens/Households.tsx')).HouseholdsScreen,
);
const NewHouseholdScreen = lazyComponent(
  async () => (await import('./screens/account/NewHousehold.tsx')).NewHouseholdScreen,
);
const ServerHealthScreen = lazyComponent(
  async () => (await import('./screens/ServerHealth.tsx')).ServerHealthScreen,
);
const JoinScreen = lazyComponent(
  async () => (await import('./screens/account/Join.tsx')).JoinScreen,
);
const AnalyticsScreen = lazyComponent(
  async () => (await import('./screens/Analytics.tsx')).AnalyticsScreen,
);

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

/** Screens of a signed-in person, except the elder's screens. */
export function FamilyScreens({ user }: { user: PresentUser }) {
  useFollowHousehold();
  const [path] = useLocation();
  if (!isApplicationPath(path)) return <NotFoundScreen />;
  const forAdministrators = (screen: ReactNode) => (user.role === 'user' ? <ToHome /> : screen);
  const analytics =
    user.role === 'super_admin' ? <AnalyticsScreen /> : <Redirect to="/admin" replace />;
  return (
    <Switch>
      {PANEL_TABS.map(({ path, tab }) => (
        <Route key={path} path={path}>
          {forAdministrators(<AdminPanel user={user} tab={tab} />)}
        </Route>
      ))}
      <Route path="/analytics">{forAdministrators(analytics)}</Route>
      <Route path={HOUSEHOLDS_PATH}>{forAdministrators(<HouseholdsScreen />)}</Route>
      <Route path={NEW_HOUSEHOLD_PATH}>
        {forAdministrators(<NewHouseholdScreen user={user} />)}
      </Route>
      <Route path={SERVER_HEALTH_PATH}>
        {user.isOperator ? <ServerHealthScreen /> : <NotFoundScreen />}
      </Route>
      <Route path="/fitting">{forAdministrators(<FittingScreen />)}</Route>
      <Route path="/pair">{forAdministrators(<PairScreen user={user} />)}</Route>
      <Route path="/admin-signup">{forAdministrators(<JoinScreen user={user} />)}</Route>
      {LINKED_SCREENS.map(({ path, component }) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route path="/auth">
        <ToWanted user={user} />
      </Route>
      <Route component={ToHome} />
    </Switch>
  );
}

function ToHome() {
  return <Redirect to="/" replace />;
}

/** Redirects to the page that was requested before the sign-in. */
function ToWanted({ user }: { user: PresentUser }) {
  const [search] = useSearchParams();
  const wanted = search.get('next') ?? '/auth';
  const isOurs = isApplicationPath(wanted) && wanted !== '/auth';
  if (isOurs) return <Redirect to={wanted} replace />;
  return user.role === 'user' ? <ToHome /> : <ToHouseholds user={user} />;
}

/** Redirects to the landing page; a person with several households gets the overview of them. */
function ToHouseholds({ user }: { user: PresentUser }) {
  const { data, isPending } = useHouseholds();
  if (isPending) return <FullPageLoading />;
  const hasSeveral = (data?.length ?? 0) > 1;
  return <Redirect to={hasSeveral ? HOUSEHOLDS_PATH : landingPath(user, isSmall())} replace />;
}
