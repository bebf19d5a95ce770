import type { Finding } from '#features/server-health/contract.ts';

/** Result of one check of the doctor. */
export type CheckResult = Omit<Finding, 'what'>;

export const ok = (sentence: string): CheckResult => ({ state: 'good', sentence });
export const warn = (sentence: string): CheckResult => ({ state: 'note', sentence });
export const fail = (sentence: string): CheckResult => ({ state: 'bad', sentence });
