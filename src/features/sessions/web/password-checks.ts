/** Characters of a password at least. */
export const SHORTEST_PASSWORD = 8;

export interface NewPassword {
  password: string;
  confirmation: string;
}

export type PasswordErrors = Partial<NewPassword>;

/** What is wrong with a new password and its repetition, by field. */
export function errorsInPassword({ password, confirmation }: NewPassword): PasswordErrors {
  if (password !== confirmation) return { confirmation: 'Passwords do not match' };
  if (password.length < SHORTEST_PASSWORD) {
    return { password: `Password must be at least ${SHORTEST_PASSWORD} characters long` };
  }
  return {};
}
