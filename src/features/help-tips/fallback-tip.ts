import type { HelpTip } from './contract.ts';

/** When no tip can be had at all. */
export const FALLBACK_TIP: HelpTip = {
  tip: 'Take your time exploring...',
  category: 'information',
  priority: 'medium',
};
