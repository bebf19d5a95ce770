const CODES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO ' +
  'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY';

export const STATES: readonly string[] = CODES.split(' ');

export function isListedState(code: string): boolean {
  return STATES.includes(code);
}
