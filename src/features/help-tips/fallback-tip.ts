import type { HelpTip } from './contract.ts';

/** Shown if no tip could be loaded. */
export const FALLBACK_TIP: HelpTip = {
  tip: 'Take your time exploring...',
  category: 'information',
  priority: 'medium',
};
