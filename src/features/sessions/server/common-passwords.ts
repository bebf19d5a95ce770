import { dictionary } from '@zxcvbn-ts/language-common';

const common = new Set(dictionary['passwords-common'].map((word) => String(word)));

/** Whether a password is among the 49,000 that are guessed first (list of zxcvbn). */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
