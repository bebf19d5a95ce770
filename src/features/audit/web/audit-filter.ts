import type { Option } from '#kit/web/ui/Select.tsx';
import { ACTION_WORDS, AUDIT_ACTIONS, type AuditAction } from '../actions.ts';

/** Chosen where no action is filtered. */
export const EVERY_ACTION = 'all';

/** All actions, then each. */
export const AUDIT_ACTIONS_IN_WORDS: readonly Option<AuditAction | typeof EVERY_ACTION>[] = [
  { value: EVERY_ACTION, label: 'All actions' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_WORDS[value] })),
];
