import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';

/** What is noted, in the words that the database keeps. */
export const AUDIT_ACTIONS = [
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'password-changed',
  'password-reset',
  'email-confirmed',
  'email-released',
  'pairing-code-made',
  'tablet-paired',
  'alarm-tried',
  'fitting-asked',
  'device-signed-out',
  'invitation-sent',
  'invitation-deleted',
  'invitation-accepted',
  'person-added',
  'person-changed',
  'person-removed',
  'role-changed',
  'settings-changed',
  'medication-added',
  'medication-changed',
  'medication-deleted',
  'away-added',
  'away-changed',
  'away-deleted',
  'doctor-link-made',
  'doctor-link-opened',
  'doctor-link-ended',
  'stock-counted',
  'stock-refilled',
  'stock-ended',
  'measures-asked',
  'value-added',
  'value-corrected',
  'value-taken-back',
  'value-put-back',
  'note-added',
  'note-changed',
  'note-deleted',
  'note-put-back',
  'alert-seen',
  'alert-taken-over',
  'alert-given-back',
  'alert-order-changed',
  'notices-on',
  'notices-off',
  'event-added',
  'event-changed',
  'event-deleted',
  'feed-made',
  'feed-ended',
  'album-added',
  'album-deleted',
  'album-changed',
  'photos-added',
  'photos-changed',
  'photos-deleted',
  'content-added',
  'content-changed',
  'content-deleted',
  'restored',
  'erased',
  'buttons-changed',
  'subscription-paused',
  'subscription-resumed',
  'subscription-canceled',
  'subscription-reactivated',
  'subscription-set',
  'subscription-card',
  'household-made',
  'export-prepared',
  'household-exported',
  'household-imported',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** Who did it, as they were called then; empty when nobody was signed in. */
  personName: z.string(),
  /** What it was about, in words. */
  subject: z.string(),
  address: z.string(),
  deviceName: z.string(),
});

export type AuditEntry = z.output<typeof auditEntry>;

export const auditCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    who: 'super_admin',
    summary: 'Who did what, when, from where; newest first, 100 entries unless told.',
    query: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        action: z.enum(AUDIT_ACTIONS),
        userId: z.uuid(),
        /** Entries before this one: the `id` of the last one read. */
        before: z.uuid(),
        limit: z.coerce.number().int().min(1).max(500),
      })
      .partial()
      .strict(),
    reply: z.array(auditEntry),
    replica: true,
  }),
};

export type AuditCalls = typeof auditCalls;
