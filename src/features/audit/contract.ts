import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { AUDIT_ACTIONS } from './domain/actions.ts';

export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** Name of the person at that time; empty if no person was signed in. */
  personName: z.string(),
  /** The object of the action, in words. */
  subject: z.string(),
  address: z.string(),
  deviceName: z.string(),
});

export type AuditEntry = z.output<typeof auditEntry>;

export const auditCalls = {
  list: endpoint('GET /api/audit', {
    who: 'super_admin',
    summary: 'Lists the audit log, newest first; 100 entries by default.',
    query: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        action: z.enum(AUDIT_ACTIONS),
        userId: z.uuid(),
        /** Cursor: the `id` of the last entry of the page before. */
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
