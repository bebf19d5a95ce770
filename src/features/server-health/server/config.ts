import { z } from 'zod';
import { email } from '#features/sessions/contract.ts';
import { configPart } from '#platform/server/config.ts';

const emails = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(email))
  .default([]);

/**
 * Emails of the operators, in lower case. They are notified of faults and can read the server
 * health.
 */
export const readOperators = configPart(
  { OPERATOR_EMAIL: [emails, 'an email address, or several, separated by commas'] },
  ({ OPERATOR_EMAIL: operatorEmails }) => ({ operatorEmails }),
);
