import { toUnicode } from 'punycode/punycode.es6.js';
import { Fragment } from 'react';

/**
 * An email address, with its domain in the letters in which people write it. It breaks before its signs when
 * it must, and not in the middle of a word.
 */
export function Email({ of }: { of: string }) {
  return readableEmail(of)
    .split(/(?=[@.])/)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Fragment key={at}>
        {at > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ));
}

/** `rosa@xn--exmple-cua.de`, which is how addresses are stored, as `rosa@exämple.de`. */
export function readableEmail(email: string): string {
  try {
    return toUnicode(email);
  } catch {
    // Not what it claims to be: shown as it is.
    return email;
  }
}
