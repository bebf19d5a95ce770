import type { Finding } from '#features/server-health/contract.ts';

/** What is said of one thing that the doctor looked at. */
export type Said = Omit<Finding, 'what'>;

export const good = (sentence: string): Said => ({ state: 'good', sentence });
export const note = (sentence: string): Said => ({ state: 'note', sentence });
export const bad = (sentence: string): Said => ({ state: 'bad', sentence });
