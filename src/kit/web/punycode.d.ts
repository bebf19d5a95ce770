declare module 'punycode/punycode.es6.js' {
  const punycode: {
    /** Decodes the domain of an address or a host name. Throws a RangeError for invalid input. */
    toUnicode(input: string): string;
  };
  export default punycode;
}
