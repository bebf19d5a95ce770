import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';

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
    summary: 'A short tip for a screen and an action.',
    body: z
      .object({
        /** The screen, for example home or photos. */
        currentPage: words(60),
        /** The activity, for example viewing or watching the slideshow. */
        userAction: words(120).default(''),
        userContext: words(300).default(''),
        /** The role that the screen assumes; the server uses the role of the session. */
        userRole: words(40).default(''),
      })
      .strict(),
    reply: helpTip,
    invalidatesNothing: true,
    refusals: some(platformRefusals, 'too-busy'),
  }),
};

export type HelpTipCalls = typeof helpTipCalls;
