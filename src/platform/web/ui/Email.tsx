import { toUnicode } from 'punycode/punycode.es6.js';
import { Fragment } from 'react';

/**
 * An email address with its domain decoded from Punycode. It wraps before `@` and dots instead of
 * within a word.
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

/** Decodes the stored form `rosa@xn--exmple-cua.de` to `rosa@exämple.de`. */
export function readableEmail(email: string): string {
  try {
    return toUnicode(email);
  } catch {
    // Invalid Punycode is shown unchanged.
    return email;
  }
}
