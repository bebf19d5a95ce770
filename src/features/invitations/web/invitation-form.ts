interface InvitationFields {
  email: string;
  firstName: string;
  lastName: string;
}

export const EMPTY: InvitationFields = { email: '', firstName: '', lastName: '' };

export function missingIn(fields: InvitationFields): Partial<InvitationFields> {
  return {
    ...(fields.email.trim() === '' ? { email: 'Please enter the email.' } : {}),
    ...(fields.firstName.trim() === '' ? { firstName: 'Please enter the first name.' } : {}),
    ...(fields.lastName.trim() === '' ? { lastName: 'Please enter the last name.' } : {}),
  };
}

/** True from the instant of expiry on. */
export function isExpired({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  return Date.parse(expiresAt) <= now.getTime();
}
