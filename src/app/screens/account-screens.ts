import { lazyComponent } from '#kit/web/lazy-component.ts';

// What letters, codes and mistyped addresses lead to, whether somebody is signed in or not.
export const AlertScreen = lazyComponent(async () => (await import('./Alert.tsx')).AlertScreen);
export const AlertReceivedScreen = lazyComponent(
  async () => (await import('./AlertReceived.tsx')).AlertReceivedScreen,
);
export const SharedDoctorPageScreen = lazyComponent(
  async () => (await import('./SharedDoctorPage.tsx')).SharedDoctorPageScreen,
);
export const ConfirmEmailScreen = lazyComponent(
  async () => (await import('./account/ConfirmEmail.tsx')).ConfirmEmailScreen,
);
export const NotFoundScreen = lazyComponent(
  async () => (await import('./NotFound.tsx')).NotFoundScreen,
);
export const PairScreen = lazyComponent(
  async () => (await import('./account/Pair.tsx')).PairScreen,
);
export const ResetPasswordScreen = lazyComponent(
  async () => (await import('./account/ResetPassword.tsx')).ResetPasswordScreen,
);
