import type { HelpTip } from '../contract.ts';

export const FALLBACK_TIP: HelpTip = {
  tip: 'Take your time exploring...',
  category: 'information',
  priority: 'medium',
};
