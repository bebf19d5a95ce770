import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../app/config.ts';
import { checkForUpgrade, isNewer, newerSentence, OWN_VERSION } from './newer-version.ts';

let server: Server;
let url: string;
let status: number;
let text: string;

beforeEach(async () => {
  status = 200;
  server = createServer((_asked, answer) => answer.writeHead(status).end(text));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/release.json`;
});
afterEach(() => new Promise((done) => server.close(done)));

it.each([
  ['0.1.1', '0.1.0', true],
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', false],
  ['0.9.9', '1.0.0', false],
])('%s is newer than %s: %s', (one, other, newer) => {
  expect(isNewer(one, other)).toBe(newer);
});

it('a newer version is reported with the link to its changes', async () => {
  text = JSON.stringify({ version: '99.0.0', notes: 'https://example.org/changes' });
  expect(await checkForUpgrade(url)).toBe(
    `Version 99.0.0 is there, and this is ${OWN_VERSION}. What changed: https://example.org/changes`,
  );
});

it('the own version is the newest if the file has the same or an older one', async () => {
  for (const version of [OWN_VERSION, '0.0.1']) {
    text = JSON.stringify({ version });
    expect(await checkForUpgrade(url)).toBe(`This is version ${OWN_VERSION}, the newest.`);
  }
  expect(newerSentence({ version: '1.0.0' }, '1.0.0')).toBeUndefined();
});

it.each([
  ['{"version":"latest"}', 200, 'it is no {"version": "1.2.3"}'],
  ['{"version":"2.0.0","notes":"javascript:alert(1)"}', 200, 'it is no {"version": "1.2.3"}'],
  ['', 503, 'it answers 503'],
  [' '.repeat(20_000), 200, 'it is too long'],
])(
  'an invalid file is refused with a sentence that names the variable: %.20s',
  async (said, answered, why) => {
    [text, status] = [said, answered];
    await expect(checkForUpgrade(url)).rejects.toThrow(`RELEASE_URL could not be read: ${why}.`);
  },
);

it('no request is made without RELEASE_URL', async () => {
  await expect(checkForUpgrade(readConfig({}).releaseUrl)).rejects.toThrow(
    /^RELEASE_URL is not set/,
  );
});
