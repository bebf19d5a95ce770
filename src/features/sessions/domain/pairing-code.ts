/** Digits and capitals without 0, O, 1, I and L, which look alike on many screens. */
export const PAIRING_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export const PAIRING_LENGTH = 8;

/** Minutes for which a code is valid. */
export const PAIRING_MINUTES = 15;

/** 'ABCD2345' becomes 'ABCD 2345': two groups of four are easier to read aloud and to type. */
export function formatPairingCode(code: string): string {
  return `${code.slice(0, PAIRING_LENGTH / 2)} ${code.slice(PAIRING_LENGTH / 2)}`.trim();
}

/**
 * Normalizes a typed code: case, spaces, dashes and dots are ignored. Characters outside of the
 * alphabet are not replaced, because a zero may stand in for a Q or a D.
 */
export function normalisePairingCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash_Punctuation}\p{Default_Ignorable_Code_Point}._·−]/gu, '')
    .toUpperCase();
}

/** True for eight characters of the alphabet. */
export function isPairingCode(code: string): boolean {
  return code.length === PAIRING_LENGTH && [...code].every((one) => PAIRING_ALPHABET.includes(one));
}
