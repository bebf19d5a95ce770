import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { AUDIT_ACTIONS } from './actions.ts';

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
  list: endpoint('GET /api/audit', {
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
