import type { Finding } from '#features/server-health/contract.ts';

/** Result of one check of the doctor. */
export type Said = Omit<Finding, 'what'>;

export const good = (sentence: string): Said => ({ state: 'good', sentence });
export const note = (sentence: string): Said => ({ state: 'note', sentence });
export const bad = (sentence: string): Said => ({ state: 'bad', sentence });
