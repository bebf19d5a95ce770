import { Redirect, Route, Switch, useLocation } from 'wouter';
import { EXPIRED_PATH } from '#features/sessions/web/queries.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { isApplicationPath } from './paths.ts';
import { LINKED_SCREENS, NotFoundScreen, PairScreen } from './screens/account-screens.ts';

const AuthScreen = lazyComponent(async () => (await import('./screens/Auth.tsx')).AuthScreen);
const AdminSignUpScreen = lazyComponent(
  async () => (await import('./screens/account/AdminSignUp.tsx')).AdminSignUpScreen,
);
const AnalyticsSignedOut = lazyComponent(
  async () => (await import('./screens/Analytics.tsx')).AnalyticsSignedOut,
);
const ForgotPasswordScreen = lazyComponent(
  async () => (await import('./screens/account/ForgotPassword.tsx')).ForgotPasswordScreen,
);
const SubscriptionExpiredScreen = lazyComponent(
  async () => (await import('./screens/SubscriptionExpired.tsx')).SubscriptionExpiredScreen,
);

/**
 * Screens without a session. On a paired tablet the pairing screen opens, because an elder may have
 * no email to sign in with.
 */
export function SignedOutScreens({ isTablet }: { isTablet: boolean }) {
  const [path] = useLocation();
  if (!isApplicationPath(path)) return <NotFoundScreen />;
  return (
    <Switch>
      <Route path="/">{isTablet ? <ToPairing /> : <AuthScreen />}</Route>
      <Route path="/auth" component={AuthScreen} />
      <Route path="/admin-signup" component={AdminSignUpScreen} />
      <Route path="/pair">
        <PairScreen />
      </Route>
      <Route path="/forgot-password" component={ForgotPasswordScreen} />
      {LINKED_SCREENS.map(({ path, component }) => (
        <Route key={path} path={path} component={component} />
      ))}
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

function ToPairing() {
  return <Redirect to="/pair" replace />;
}
