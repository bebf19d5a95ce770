import { lazyComponent } from '#platform/web/lazy-component.ts';

export const NotFoundScreen = lazyComponent(
  async () => (await import('./NotFound.tsx')).NotFoundScreen,
);
export const PairScreen = lazyComponent(
  async () => (await import('./account/Pair.tsx')).PairScreen,
);
const AlertScreen = lazyComponent(async () => (await import('./Alert.tsx')).AlertScreen);
const AlertReceivedScreen = lazyComponent(
  async () => (await import('./AlertReceived.tsx')).AlertReceivedScreen,
);
const SharedDoctorPageScreen = lazyComponent(
  async () => (await import('./SharedDoctorPage.tsx')).SharedDoctorPageScreen,
);
const ConfirmEmailScreen = lazyComponent(
  async () => (await import('./account/ConfirmEmail.tsx')).ConfirmEmailScreen,
);
const CancelEmailChangeScreen = lazyComponent(
  async () => (await import('./account/CancelEmailChange.tsx')).CancelEmailChangeScreen,
);
const ResetPasswordScreen = lazyComponent(
  async () => (await import('./account/ResetPassword.tsx')).ResetPasswordScreen,
);

/** Screens that open from links by path, with or without a session. */
export const LINKED_SCREENS = [
  { path: '/reset-password', component: ResetPasswordScreen },
  { path: '/alert', component: AlertScreen },
  { path: '/alert-received', component: AlertReceivedScreen },
  { path: '/confirm-email', component: ConfirmEmailScreen },
  { path: '/cancel-email-change', component: CancelEmailChangeScreen },
  { path: '/for-the-doctor', component: SharedDoctorPageScreen },
] as const;
