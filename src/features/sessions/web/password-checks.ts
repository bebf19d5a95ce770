import { MIN_PASSWORD_LENGTH, TOO_SHORT } from '../limits.ts';

export interface NewPassword {
  password: string;
  confirmation: string;
}

export type PasswordErrors = Partial<NewPassword>;

/** Returns the errors of a new password and its repetition, by field. */
export function errorsInPassword({ password, confirmation }: NewPassword): PasswordErrors {
  if (password !== confirmation) return { confirmation: 'Passwords do not match' };
  return password.length < MIN_PASSWORD_LENGTH ? { password: TOO_SHORT } : {};
}
