import { z } from 'zod';
import { configPart } from '#platform/server/config.ts';

export const readAccountsConfig = configPart(
  {
    REGISTRATION: [z.enum(['open', 'closed']).default('open'), "'open' or 'closed'"],
    SUPPORT_EMAIL: [z.email().optional(), 'an email address'],
  },
  ({ REGISTRATION, SUPPORT_EMAIL }) => ({
    registrationOpen: REGISTRATION === 'open',
    supportEmail: SUPPORT_EMAIL,
  }),
);
