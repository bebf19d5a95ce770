declare module 'punycode/punycode.es6.js' {
  /**
   * Decodes the domain of an email address or a host name. Throws a RangeError for invalid input.
   */
  export function toUnicode(input: string): string;
}
