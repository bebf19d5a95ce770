import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { MAX_LABEL_LENGTH } from './limits.ts';

export const homeButton = z.object({
  id: z.string(),
  /** photos, watch, listen, read, call or myday. */
  buttonKey: z.string(),
  label: z.string(),
  icon: z.string(),
  route: z.string(),
  isEnabled: z.boolean(),
  /** Position from 0, without gaps. */
  order: z.int(),
});

export type HomeButton = z.output<typeof homeButton>;

export const homeButtonCalls = {
  list: endpoint('GET /api/home-buttons', {
    who: 'user',
    summary: 'The home buttons by position, including disabled ones.',
    reply: z.array(homeButton),
    cache: 'household',
    allowedInGrace: true,
  }),
  update: endpoint('PUT /api/home-buttons/{id}', {
    who: 'admin',
    summary: 'Shows, hides, renames or moves a button.',
    params: z.object({ id: z.uuid() }),
    body: z
      .object({
        isEnabled: z.boolean(),
        order: z.int().min(0),
        label: z
          .string()
          .trim()
          .min(1, 'Please enter a label.')
          .max(MAX_LABEL_LENGTH, 'That is too long.'),
      })
      .partial()
      .strict(),
    reply: homeButton,
  }),
  reorder: endpoint('PUT /api/home-buttons/order', {
    who: 'admin',
    summary: 'Sets the order of all buttons.',
    body: z.object({ ids: z.array(z.uuid()).max(100) }).strict(),
    reply: z.array(homeButton),
    refusals: some(platformRefusals, 'list-changed'),
  }),
};

export type HomeButtonCalls = typeof homeButtonCalls;
