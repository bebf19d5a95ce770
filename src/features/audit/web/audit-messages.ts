import { formatDate, formatTime } from '#kit/shared/zoned-time.ts';
import type { AuditAction, AuditEntry } from '../contract.ts';

/** What is noted, as a family reads it; the order of the list to choose from. */
export const ACTION_WORDS: Record<AuditAction, string> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Sign-in failed',
  'signed-out': 'Signed out',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset',
  'email-confirmed': 'Email confirmed',
  'email-released': 'Email given to its owner elsewhere',
  'pairing-code-made': 'Code for a tablet made',
  'tablet-paired': 'Tablet set up',
  'alarm-tried': 'Alarm of a tablet tried',
  'fitting-asked': 'Fitting on a tablet asked for',
  'device-signed-out': 'Device signed out',
  'invitation-sent': 'Invitation sent',
  'invitation-deleted': 'Invitation deleted',
  'invitation-accepted': 'Invitation accepted',
  'person-added': 'Person added',
  'person-changed': 'Person changed',
  'person-removed': 'Person removed',
  'role-changed': 'Role changed',
  'settings-changed': 'Settings changed',
  'medication-added': 'Medication added',
  'medication-changed': 'Medication changed',
  'medication-deleted': 'Medication deleted',
  'away-added': 'Time away added',
  'away-changed': 'Time away changed',
  'away-deleted': 'Time away deleted',
  'doctor-link-made': 'Link for the doctor made',
  'doctor-link-opened': 'Link for the doctor opened',
  'doctor-link-ended': 'Link for the doctor ended',
  'stock-counted': 'Stock counted',
  'stock-refilled': 'Stock refilled',
  'stock-ended': 'Stock no longer counted',
  'measures-asked': 'What is measured chosen',
  'value-added': 'Value added',
  'value-corrected': 'Value corrected',
  'value-taken-back': 'Value deleted',
  'value-put-back': 'Value put back',
  'note-added': 'Note added',
  'note-changed': 'Note changed',
  'note-deleted': 'Note deleted',
  'note-put-back': 'Note put back',
  'alert-seen': 'Unsent alert seen',
  'alert-taken-over': 'Alert taken over',
  'alert-given-back': 'Alert given back',
  'alert-order-changed': 'Order of alerts changed',
  'notices-on': 'Alerts turned on in a browser',
  'notices-off': 'Alerts turned off in a browser',
  'event-added': 'Event added',
  'event-changed': 'Event changed',
  'event-deleted': 'Event deleted',
  'feed-made': 'Calendar address made',
  'feed-ended': 'Calendar address ended',
  'album-added': 'Album added',
  'album-deleted': 'Album deleted',
  'photos-added': 'Photos added',
  'album-changed': 'Album changed',
  'photos-changed': 'Photos changed',
  'photos-deleted': 'Photos deleted',
  'content-added': 'Video, playlist or article added',
  'content-changed': 'Video, playlist or article changed',
  'content-deleted': 'Video, playlist or article deleted',
  restored: 'Restored from the bin',
  erased: 'Deleted for good',
  'buttons-changed': 'Home buttons changed',
  'subscription-paused': 'Subscription paused',
  'subscription-resumed': 'Subscription resumed',
  'subscription-canceled': 'Subscription canceled',
  'subscription-reactivated': 'Subscription reactivated',
  'subscription-set': 'Subscription set by the operator',
  'subscription-card': 'Subscription paid with another card',
  'household-made': 'Household made',
  'export-prepared': 'Download asked for',
  'household-exported': 'Everything downloaded',
  'household-imported': 'Download brought in',
};

/** 'By Maria Carter, on Chrome on Android, from 192.0.2.7': who did it and from where. */
export function sourceMessage({
  personName,
  deviceName,
  address,
}: Pick<AuditEntry, 'personName' | 'deviceName' | 'address'>): string {
  const parts = [
    personName && `by ${personName}`,
    deviceName && `on ${deviceName}`,
    address && `from ${address}`,
  ].filter((part) => part !== '');
  const words = parts.join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Aug 7, 2026, 8:04 AM' */
export function momentMessage(at: string, timezone: string): string {
  const instant = new Date(at);
  return `${formatDate(instant, timezone)}, ${formatTime(instant, timezone)}`;
}
