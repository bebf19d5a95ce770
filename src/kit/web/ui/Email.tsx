import { Fragment } from 'react';

/** An email address that breaks before its signs when it must, and not in the middle of a word. */
export function Email({ of }: { of: string }) {
  return of.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
