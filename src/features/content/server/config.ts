import { bareWebAddress, configPart } from '#kit/server/config.ts';

/** A server of this machine that is asked instead of all others. */
export const readOutside = configPart(
  {
    OUTSIDE_STAND_IN: [
      bareWebAddress.refine((address) => isLoopback(new URL(address))).optional(),
      'an address of this machine such as http://127.0.0.1:8080',
    ],
  },
  ({ OUTSIDE_STAND_IN }) => OUTSIDE_STAND_IN,
);

function isLoopback({ protocol, hostname }: URL): boolean {
  const isOurs = /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
  return protocol === 'http:' && isOurs;
}
