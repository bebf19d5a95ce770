import type { BigIntStatsFs, StatsFs } from 'node:fs';
import disk from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectStatus } from '#testing/test-server.ts';
import {
  type Family,
  type Files,
  type FullServer,
  fill,
  openFullServer,
  packed,
  packedAsIs,
  unpacked,
} from '../support/household.ts';

const RESERVE = 500_000_000;

let full: FullServer;
let files: Files;
let family: Family;
beforeAll(async () => {
  full = await openFullServer();
  const other = await full.registered();
  await fill(other, full.server);
  files = await unpacked(await other.download());
  expectStatus(await other.remove(), 204);
  family = await full.registered();
});
afterAll(() => full.close());

const ATTEMPT = `{"status":"taken","notes":"","at":"2026-03-10T12:00:00.000Z","person":1,"personName":"A","deviceName":"B"}`;

/**
 * Returns the files of an archive in which the first log has `attempts` attempts and is repeated
 * `logs` times.
 */
function withAttempts(attempts: number, logs: number): Files {
  const [head = '', rest = ''] = String(files.get('medications.json')).split('],"logs":[\n');
  const [first = '', ...others] = rest.split('\n');
  const many = first.replace(/"attempts":\[.*\]/, () => {
    return `"attempts":[${Array.from({ length: attempts }, () => ATTEMPT).join()}]`;
  });
  const lines = [...Array.from({ length: logs }, () => many), ...others].join('\n');
  return new Map([...files, ['medications.json', Buffer.from(`${head}],"logs":[\n${lines}`)]]);
}

const manifest = () => JSON.parse(String(files.get('manifest.json')));

const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

const BOMBS: readonly (readonly [name: string, make: () => Promise<Buffer>, sentence: RegExp])[] = [
  ['450 logs of 10,000 attempts', () => packed(withAttempts(10_000, 40)), /a line is too long/],
  ['a log of 51 attempts', () => packed(withAttempts(51, 1)), /please check attempts/],
  [
    'millions of lost files without a name',
    () => packed(files, { missing: Array.from({ length: 3_000_000 }, () => '') }),
    /^manifest.json is too long/,
  ],
  [
    'more lost files than allowed',
    () => packed(files, { missing: Array.from({ length: 100_000 }, () => 'a') }),
    /^This is no download of a household/,
  ],
  [
    'lost files without a row',
    () => packed(files, { missing: ['photos/01-new/0099.jpg'] }),
    /tells of lost files that nothing names/,
  ],
  [
    'the same lost file twice',
    () => packed(files, { missing: ['photos/a/b.jpg', 'photos/a/b.jpg'] }),
    /tells of lost files/,
  ],
  ['a million counts', () => packed(files, { counts: manyKeys(1_000_000) }), /is too long/],
  ['51 counts', () => packed(files, { counts: manyKeys(51) }), /^This is no download/],
  [
    'a line without an end',
    async () => {
      const long = Buffer.from(
        `${String(files.get('calendar.json')).slice(0, -3)}${' '.repeat(3e7)}`,
      );
      return packed(new Map([...files, ['calendar.json', long]]));
    },
    /a line is too long/,
  ],
];

describe('archives that expand to an absurd size', () => {
  it.each(BOMBS)('an archive with %s is refused quickly', async (_, make, sentence) => {
    const bomb = await make();
    const begun = performance.now();
    const { body } = expectStatus(await family.bringIn(bomb), 400);
    expect(body.error).toMatch(sentence);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect((await family.ask('GET', '/api/import')).body).toEqual({ isEmpty: true });
  });

  it('fifty attempts of one dose are accepted', async () => {
    const home = await full.registered();
    expectStatus(await home.bringIn(await packed(withAttempts(50, 1))), 200);
    const archive = await unpacked(await home.download());
    const [log] = JSON.parse(String(archive.get('medications.json'))).logs;
    expect(log.attempts).toHaveLength(50);
    expect(manifest().counts.logs).toBe(2);
  });
});

describe('free disk space during an import', () => {
  const bytes = Buffer.alloc(24 * 1024 ** 2);
  const freeIs = (free: () => number) =>
    vi
      .spyOn(disk, 'statfs')
      .mockImplementation(async () => ({ bavail: free(), bsize: 1 }) as StatsFs & BigIntStatsFs);
  const letter = () => packedAsIs(new Map([['letter', bytes.fill(Math.random().toString())]]));

  it('the announced size of an upload must fit on the disk', async () => {
    const file = Buffer.concat([await letter(), bytes]);
    freeIs(() => RESERVE + file.length - 1);
    expectStatus(await family.bringIn(file), 507);
    freeIs(() => RESERVE + 2 * file.length);
    expectStatus(await family.bringIn(file), 400);
  });

  it('the free space is checked again during the upload, before the reserve is used', async () => {
    const file = Buffer.concat([await letter(), bytes]);
    const before = await full.stored();
    let looks = 0;
    freeIs(() => {
      looks += 1;
      // Reports less free space after the first check, as if other data had filled the disk
      // meanwhile.
      return looks === 1 ? RESERVE + 2 * file.length : RESERVE - 1;
    });
    expectStatus(await family.bringIn(file), 507);
    expect(looks).toBe(2);
    expect(await full.stored()).toEqual(before);
  });
});
