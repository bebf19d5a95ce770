import type { Option } from '#kit/web/ui/Select.tsx';
import type { AuditAction } from '../contract.ts';
import { ACTION_WORDS } from './audit-messages.ts';

/** Chosen where no action is filtered. */
export const EVERY_ACTION = 'all';

/** All actions, then each. */
export const AUDIT_ACTIONS_IN_WORDS: readonly Option<AuditAction | typeof EVERY_ACTION>[] = [
  { value: EVERY_ACTION, label: 'All actions' },
  ...Object.entries(ACTION_WORDS).flatMap(([value, label]) =>
    isAction(value) ? [{ value, label }] : [],
  ),
];

function isAction(value: string): value is AuditAction {
  return value in ACTION_WORDS;
}
