import { z } from 'zod';
import { analytics } from '../../src/features/analytics/contract.ts';
import { auditEntry } from '../../src/features/audit/contract.ts';
import { invitation } from '../../src/features/invitations/contract.ts';
import { subscriptionStatus } from '../../src/features/subscription/contract.ts';
import { EXAMPLE_PASSWORD } from '../../tests/support/registration.ts';
import { Counted, type Writer } from './crash-writer.ts';
import type { FamilyClient } from './family-client.ts';

/** Writes invitations and deletes every second one. */
export function invitations({ ask }: FamilyClient): Writer {
  const kept = new Set<string>();
  const deleted = new Set<string>();
  let last: string | undefined;
  let number = 0;
  const path = '/api/admin/invitations';
  return {
    async write() {
      if (last !== undefined) {
        const id = last;
        last = undefined;
        kept.delete(id);
        await ask('DELETE', `${path}/${id}`);
        deleted.add(id);
        return;
      }
      number += 1;
      const invited = { email: `edith${number}@example.com`, firstName: 'Edith', lastName: 'C.' };
      const answer = z
        .object({ invitation })
        .parse(await ask('POST', path, { ...invited, password: EXAMPLE_PASSWORD }));
      kept.add(answer.invitation.id);
      if (kept.size > 3) last = answer.invitation.id;
    },
    async wrong() {
      const listed = z.array(invitation).parse(await ask('GET', path));
      const known = new Set(listed.map(({ id }) => id));
      return [
        ...[...kept].filter((id) => !known.has(id)).map((id) => `invitation ${id}`),
        ...[...deleted].filter((id) => known.has(id)).map((id) => `deleted invitation ${id}`),
      ];
    },
  };
}

/** Changes two related settings in one request. */
export function settings({ ask }: FamilyClient): Writer {
  const count = new Counted();
  const secondsOf = (number: number) => 1 + (number % 60);
  return {
    write: () =>
      count.next((number) => {
        const both = { appName: `Number ${number}`, slideshowDisplayDuration: secondsOf(number) };
        return ask('PATCH', '/api/settings', both);
      }),
    async wrong() {
      if (count.acknowledged === 0) return [];
      const shape = z.object({ appName: z.string(), slideshowDisplayDuration: z.int() });
      const found = shape.parse(await ask('GET', '/api/settings'));
      const number = Number(found.appName.replace('Number ', ''));
      const together = found.slideshowDisplayDuration === secondsOf(number);
      return [
        ...count.wrong('settings', number),
        ...(together ? [] : ['half a change of settings']),
      ];
    },
  };
}

/** Records opened videos and checks the analytics. */
export function uses({ ask }: FamilyClient): Writer {
  const count = new Counted();
  const use = { activity: 'watch', content: 'watch_started', duration: 0 };
  return {
    write: () => count.next(() => ask('POST', '/api/analytics', use)),
    wrong: async () =>
      count.wrong('uses', analytics.parse(await ask('GET', '/api/analytics')).videoViews),
  };
}

const MOVES = [
  { path: 'pause', status: 'paused', noted: 'subscription-paused' },
  { path: 'resume', status: 'active', noted: 'subscription-resumed' },
  { path: 'cancel', status: 'canceled', noted: 'subscription-canceled' },
  { path: 'reactivate', status: 'active', noted: 'subscription-reactivated' },
] as const;

/** Pauses, resumes, cancels and restarts a subscription, and checks the audit entries. */
export function moves({ ask }: FamilyClient): Writer {
  const count = new Counted();
  const moveAt = (number: number) => MOVES[(number - 1) % MOVES.length];
  return {
    write: () =>
      count.next((number) => {
        const path = moveAt(number)?.path;
        const body =
          path === 'cancel' ? { immediate: false, password: EXAMPLE_PASSWORD } : undefined;
        return ask('POST', `/api/subscription/${path}`, body);
      }),
    async wrong() {
      const found = subscriptionStatus.parse(await ask('GET', '/api/subscription/status'));
      const status = found.subscriptionStatus;
      const notes = z.array(auditEntry).parse(await ask('GET', '/api/audit?limit=500'));
      const noted = notes.filter(({ action }) => action.startsWith('subscription-')).length;
      const expected = moveAt(noted)?.status ?? 'active';
      const half = status === expected ? [] : [`${status} with ${noted} moves noted`];
      return [...count.wrong('moves', noted), ...half];
    },
  };
}

/**
 * Rotates the order of the six buttons, and checks the stored positions for gaps and duplicates.
 */
export function order({ ask }: FamilyClient): Writer {
  const shape = z.array(z.object({ id: z.string(), order: z.int() }));
  const list = async () => shape.parse(await ask('GET', '/api/home-buttons'));
  let sent: string[][] = [];
  return {
    async write() {
      const ids = sent.at(-1) ?? (await list()).map(({ id }) => id);
      const next = [...ids.slice(1), ...ids.slice(0, 1)];
      sent = [ids, next];
      await ask('PUT', '/api/home-buttons/order', { ids: next });
      sent = [next];
    },
    async wrong() {
      const found = await list();
      const isWhole = found.length === 6 && found.every((button, at) => button.order === at);
      const now = found.map(({ id }) => id).join();
      const isOne = sent.length === 0 || sent.some((ids) => ids.join() === now);
      return isWhole && isOne ? [] : [`the order of the buttons: ${now}`];
    },
  };
}
