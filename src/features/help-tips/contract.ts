import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';

export const helpTip = z.object({
  tip: z.string(),
  category: z.enum(['navigation', 'action', 'information', 'safety']),
  priority: z.enum(['low', 'medium', 'high']),
});

export type HelpTip = z.output<typeof helpTip>;

const words = (longest: number) => z.string().trim().max(longest, 'That is too long.');

export const helpTipCalls = {
  choose: endpoint('POST /api/help-tip', {
    who: 'user',
    summary: 'A short tip for where somebody is and what they do there.',
    body: z
      .object({
        /** Such as home or photos. */
        currentPage: words(60),
        /** Such as viewing or watching the slideshow. */
        userAction: words(120).default(''),
        userContext: words(300).default(''),
        /** What the screen takes the person for; the session's role counts. */
        userRole: words(40).default(''),
      })
      .strict(),
    reply: helpTip,
    invalidatesNothing: true,
    refusals: some(kitRefusals, 'too-busy'),
  }),
};

export type HelpTipCalls = typeof helpTipCalls;
