import { describe, expect, it } from 'vitest';
import { EMAIL_STATES, type EmailState } from '../domain/channels.ts';
import type { DeviceState } from './device-alerts.ts';
import { statusMessage } from './device-messages.ts';

const standing = { isSecure: true, emailFailure: null };

describe('standingMessage', () => {
  it.each<[DeviceState, boolean, RegExp]>([
    ['on', true, /^A notification comes to this device/],
    ['off', true, /^Turn this on for a notification/],
    ['refused', true, /set Notifications to Allow/],
    ['unsupported', true, /cannot show alerts here\. .* Home Screen/],
    ['unsupported', false, /cannot show alerts here, because .* https\.$/],
  ])('text for a device with alerts %s, secure: %s', (device, isSecure, words) => {
    const [said, ...more] = statusMessage({ ...standing, device, isSecure, email: undefined });
    expect(said).toMatch(words);
    expect(more).toEqual([]);
  });

  it.each<[EmailState, string | null, RegExp]>([
    ['works', null, /^You also get an email after 60 minutes\. .* was sent\.$/],
    ['not known', null, /if it arrives: none has been sent/],
    ['failing', 'The mail server refused it.', /^No email reaches you .* refused it\.$/],
    ['no mail server', null, /^No email comes: no mail server .* SMTP_URL\.$/],
    ['not asked', null, /^Your email is not confirmed yet, so alerts cannot be sent to it\.$/],
    ['no links', null, /^Your email is not confirmed yet, .* PUBLIC_URL\.$/],
    ['not confirmed', null, /^Your email is not confirmed yet, .* Check your email/],
    ['no address', null, /^No email comes: you have no email address/],
  ])('text for the email state “%s”', (email, emailFailure, words) => {
    const [said] = statusMessage({ ...standing, device: undefined, email, emailFailure });
    expect(said).toMatch(words);
  });

  it('an email is promised only in states in which one may arrive', () => {
    const promising = EMAIL_STATES.filter((email) =>
      statusMessage({ ...standing, device: 'off', email }).some((words) =>
        words.includes('get an email'),
      ),
    );
    expect(promising).toEqual(['works', 'not known']);
  });
});
