import { z } from 'zod';
import { email } from '#features/sessions/contract.ts';
import { configPart } from '#kit/server/config.ts';

const emails = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(email))
  .default([]);

/** Who runs this server: told of what is wrong with it, and shown its health. In lower case. */
export const readOperators = configPart(
  { OPERATOR_EMAIL: [emails, 'an email address, or several, separated by commas'] },
  ({ OPERATOR_EMAIL: operatorEmails }) => ({ operatorEmails }),
);
