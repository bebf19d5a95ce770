/** Digits and capitals without 0 and O, 1, I and L, which look alike on many screens. */
export const PAIRING_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const PAIRING_LENGTH = 8;

/** Minutes that a code works. */
export const PAIRING_MINUTES = 15;

/** 'ABCD2345' becomes 'ABCD 2345': two groups of four are read aloud and typed more easily. */
export function formatPairingCode(code: string): string {
  return `${code.slice(0, PAIRING_LENGTH / 2)} ${code.slice(PAIRING_LENGTH / 2)}`.trim();
}

/**
 * The code as it was made, from what a person typed: small letters, spaces, dashes and dots do not
 * matter. Nothing is guessed: of the characters that look alike a code contains none, so a zero
 * may be a Q as well as a D.
 */
export function normalisePairingCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}._·−]/gu, '')
    .toUpperCase();
}

/** Whether this could be a code: eight characters of the alphabet. */
export function isPairingCode(code: string): boolean {
  return code.length === PAIRING_LENGTH && [...code].every((one) => PAIRING_ALPHABET.includes(one));
}
