import type { DeviceState } from './device-alerts.ts';

/** What stands under the switch, for each way in which alerts can stand here. */
export const DEVICE_WORDS: Record<DeviceState, string> = {
  on: 'A notification comes to this device when a dose has not been answered for an hour.',
  off: 'Turn this on for a notification when a dose has not been answered for an hour.',
  refused:
    'This browser does not allow notifications from this page. Open the settings of the page beside its address, set Notifications to Allow, and come back here.',
  unsupported:
    'This browser cannot show alerts here. They need a current browser and an address that begins with https. On an iPhone or iPad, add this page to the Home Screen first and open it from there.',
};

/** Said whatever the switch says. */
export const EMAIL_WORDS = 'Administrators also get an email after 60 minutes.';
