export interface InvitationFields {
  email: string;
  firstName: string;
  lastName: string;
}

export type InvitationErrors = Partial<InvitationFields>;

export const EMPTY: InvitationFields = { email: '', firstName: '', lastName: '' };

const MISSING: InvitationFields = {
  email: 'Please enter the email.',
  firstName: 'Please enter the first name.',
  lastName: 'Please enter the last name.',
};

/** What is missing, by field. */
export function missingIn(fields: InvitationFields): InvitationErrors {
  return {
    ...(fields.email.trim() === '' ? { email: MISSING.email } : {}),
    ...(fields.firstName.trim() === '' ? { firstName: MISSING.firstName } : {}),
    ...(fields.lastName.trim() === '' ? { lastName: MISSING.lastName } : {}),
  };
}

/** Active until the time is over, then expired. */
export function isExpired({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}
