import type { EmailState } from '../domain/channels.ts';
import type { DeviceState } from './device-alerts.ts';

/** Channel states of the person at this screen. */
interface AlertStatus {
  /** Undefined until the browser has answered. */
  readonly device: DeviceState | undefined;
  /** True if the page uses https or runs on localhost. */
  readonly isSecure: boolean;
  /** Undefined until the server has answered. */
  readonly email: EmailState | undefined;
  readonly emailFailure: string | null;
}

/** The text below the switch: one sentence about this device, one about email. */
export function statusMessage(standing: AlertStatus): string[] {
  const { device, email } = standing;
  return [
    ...(device === undefined ? [] : [deviceMessage(device, standing.isSecure)]),
    ...(email === undefined ? [] : [emailMessage(email, standing.emailFailure)]),
  ];
}

function deviceMessage(device: DeviceState, isSecure: boolean): string {
  switch (device) {
    case 'on':
      return 'A notification comes to this device when a dose has not been answered for an hour.';
    case 'off':
      return 'Turn this on for a notification when a dose has not been answered for an hour.';
    case 'refused':
      return 'This browser does not allow notifications from this page. Open the settings of the page beside its address, set Notifications to Allow, and come back here.';
    case 'unsupported':
      return isSecure
        ? 'This browser cannot show alerts here. They need a current browser. On an iPhone or iPad, add this page to the Home Screen first and open it from there.'
        : 'This browser cannot show alerts here, because the address of this page does not begin with https.';
  }
}

const EMAIL_MESSAGES: Readonly<Record<Exclude<EmailState, 'failing'>, string>> = {
  works: 'You also get an email after 60 minutes. The last email to you was sent.',
  'not known':
    'You also get an email after 60 minutes, if it arrives: none has been sent to you yet. Send a test alert to find out.',
  'no mail server':
    'No email comes: no mail server is set up on this server. Whoever runs it can set SMTP_URL.',
  'not confirmed':
    'Your email is not confirmed yet, so alerts cannot be sent to it. Check your email and press the confirm button.',
  'not asked': 'Your email is not confirmed yet, so alerts cannot be sent to it.',
  'no links':
    'Your email is not confirmed yet, and this server cannot ask you to confirm it. Ask the person who set it up to set PUBLIC_URL.',
  'no address': 'No email comes: you have no email address here.',
};

function emailMessage(email: EmailState, failure: string | null): string {
  if (email !== 'failing') return EMAIL_MESSAGES[email];
  return `No email reaches you at the moment. ${failure ?? 'The last one could not be sent.'}`;
}
