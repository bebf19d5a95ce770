import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '#features/accounts/server.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { expectStatus } from '#testing/test-server.ts';
import {
  type Family,
  type Files,
  type FullServer,
  fill,
  openFullServer,
  packed,
  packedAsIs,
  rowsOf,
  unpacked,
} from '../support/household.ts';

let breaksAfter = Number.POSITIVE_INFINITY;

/** Wraps a store so that it fails after it has stored `breaksAfter` more files. */
function breakable(store: FileStore): FileStore {
  return {
    ...store,
    async put(path, name) {
      breaksAfter -= 1;
      if (breaksAfter < 0) throw new Error('the disk is gone');
      await store.put(path, name);
    },
  };
}

let full: FullServer;
let archive: Buffer;
let files: Files;
/** A household that stays empty, because every import into it fails. */
let empty: Family;
beforeAll(async () => {
  full = await openFullServer(breakable);
  const family = await full.registered();
  await fill(family, full.server);
  archive = await family.download();
  files = await unpacked(archive);
  expectStatus(await family.remove(), 204);
  await full.server.settled();
  empty = await full.registered();
});
afterAll(() => full.close());

/**
 * Imports the bytes, and expects a refusal after which no data of the import is left. Returns the
 * message of the refusal.
 */
async function refusalOf(bytes: Buffer, status = 400): Promise<string> {
  const before = await full.stored();
  const { body } = expectStatus(await empty.bringIn(bytes), status);
  expect((await full.stored()).sort()).toEqual(before.sort());
  expect((await empty.ask('GET', '/api/import')).body).toEqual({ isEmpty: true });
  expect((await empty.ask('GET', '/api/users')).body).toHaveLength(1);
  expect((await empty.ask('GET', '/api/settings')).body.appName).toBe('Grand App');
  return body.error;
}

function withFile(name: string, change: (content: string) => string): Promise<Buffer> {
  const changed = Buffer.from(change(String(files.get(name))));
  return packed(new Map([...files, [name, changed]]));
}

const without = (name: string) => new Map([...files].filter(([other]) => other !== name));

const PHOTO = 'photos/01-new/0001-summer-2.jpg';

describe('refused imports, which change nothing', () => {
  it('a truncated archive is refused', async () => {
    for (const share of [0, 0.001, 0.5, 0.9, 0.999]) {
      const cut = archive.subarray(0, Math.floor(archive.length * share));
      expect(await refusalOf(cut)).toMatch(/no whole archive/);
    }
  });

  it('an archive with one changed byte is refused', async () => {
    for (let at = 10; at < archive.length; at += Math.floor(archive.length / 25)) {
      const altered = Buffer.from(archive);
      altered[at] = (altered[at] ?? 0) ^ 4;
      expect(await refusalOf(altered)).toMatch(/altered|damaged|no whole archive/);
    }
  });

  it('an archive with a missing, an additional or a replaced file is refused', async () => {
    expect(await refusalOf(await packedAsIs(without(PHOTO)))).toBe(
      `The file ${PHOTO} is missing from this download.`,
    );
    expect(await refusalOf(await packed(without(PHOTO)))).toContain(PHOTO);
    expect(await refusalOf(await packed(without('calendar.json')))).toContain('calendar.json');
    const more = new Map([...files, ['photos/more.jpg', Buffer.from('more')]]);
    expect(await refusalOf(await packedAsIs(more))).toContain('photos/more.jpg does not belong');
    const other = new Map([...files, [PHOTO, Buffer.from('other')]]);
    expect(await refusalOf(await packedAsIs(other))).toContain('has been altered or damaged');
  });

  it('a file of another kind is refused', async () => {
    expect(await refusalOf(Buffer.from('a letter'))).toMatch(/no whole archive/);
    const zip = await packedAsIs(new Map([['letter.txt', Buffer.from('Dear all')]]));
    expect(await refusalOf(zip)).toMatch(/^This is no download of a household/);
    const broken = new Map([...files, ['manifest.json', Buffer.from('{')]]);
    expect(await refusalOf(await packedAsIs(broken))).toMatch(/^This is no download/);
  });

  it('an archive of another format version is refused', async () => {
    expect(await refusalOf(await packed(files, { formatVersion: 2 }))).toContain('newer version');
    expect(await refusalOf(await packed(files, { formatVersion: 0 }))).toContain('old version');
    const part = await withFile('people.json', (text) =>
      text.replace('"version":1', '"version":2'),
    );
    expect(await refusalOf(part)).toMatch(/^people.json was made by another version/);
  });

  it.each([
    ['people.json', '"role":"user"', '"role":"owner"', 'people.json, line 3: please check role.'],
    ['people.json', '"number":2', '"number":1', 'people.json, line 3: there are two of person 1.'],
    ['people.json', '"Rose"', '"Ro\\u0000se"', /^people.json, line 3: there is a character/],
    ['medications.json', '"person":2', '"person":9', /line 2: there is no person 9 in this/],
    [
      'medications.json',
      '"daily"',
      '"hourly"',
      'medications.json, line 2: please check frequency.',
    ],
    ['medications.json', '"08:00"', '"24:00"', 'medications.json, line 2: please check times.0.'],
    ['medications.json', '"medication":2', '"medication":7', /there is no medication 7/],
    ['medications.json', '"logs"', '"diary"', /^medications.json, line 4: /],
    ['calendar.json', '"endTime":"09:30"', '"endTime":"08:30"', /please check endTime/],
    ['library.json', 'https://example.org/0.mp4', 'javascript:alert(1)', /cannot be shown here/],
    ['photos.json', '"album":2,"f', '"album":3,"f', 'photos.json, line 7: there is no album 3'],
    ['photos.json', PHOTO, 'photos/../../etc.jpg', 'photos.json, line 5: please check file.'],
    ['photos.json', PHOTO, 'photos/01-new/0009.jpg', /0009.jpg is missing from this download/],
    ['analytics.json', '"day":"2026-03-10"', '"day":"2026-02-30"', /line 2: please check day/],
    ['settings.json', ']}\n', '', 'settings.json: the file ends too early.'],
    ['settings.json', ']}', ']}\n{}', /the file should have ended before/],
    ['settings.json', '{', '\u0007{', 'settings.json, line 1: this is not how such a file begins.'],
  ])('%s with %s changed to %s is refused', async (name, said, other, sentence) => {
    const changed = await withFile(name, (text) => {
      expect(text).toContain(said);
      return text.replace(said, other);
    });
    const refused = await refusalOf(changed);
    if (typeof sentence === 'string') expect(refused).toContain(sentence);
    else expect(refused).toMatch(sentence);
  });

  it('an invalid or a duplicate photo is refused, even after others were stored', async () => {
    const letter = new Map([...files, [PHOTO, Buffer.from('Dear all')]]);
    expect(await refusalOf(await packed(letter))).toContain(`${PHOTO} cannot be taken.`);
    const same = files.get('photos/02-ete-a-la-mer/0001-summer-1.jpg') ?? Buffer.alloc(0);
    const twice = new Map([...files, [PHOTO, same]]);
    expect(await refusalOf(await packed(twice))).toContain('this photo is there twice');
  });

  it('a pill picture with trailing data is refused', async () => {
    const [row] = rowsOf(files, 'pictures', 'pictures');
    const name = String(row?.file);
    const bytes = Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from('more')]);
    expect(await refusalOf(await packed(new Map([...files, [name, bytes]])))).toContain(
      'cannot be taken. Please upload an image file.',
    );
  });

  it('a line that is too long and too many lines are refused', async () => {
    const long = await withFile('settings.json', (text) => `${text}${' '.repeat(5_000_000)}`);
    expect(await refusalOf(long)).toBe('settings.json: a line is too long.');
    const many = await withFile('settings.json', (text) => {
      const [first, row, ...rest] = text.split('\n');
      return [first, ...Array.from({ length: 3 }, () => `${row},`), row, ...rest].join('\n');
    });
    expect(await refusalOf(many)).toBe('settings.json, line 3: there are more than 1 of settings.');
  });

  it('a disk failure midway leaves no data', async () => {
    breaksAfter = 5;
    expect(await refusalOf(archive, 500)).toBe('Something went wrong. Please try again.');
    breaksAfter = Number.POSITIVE_INFINITY;
  });
});

describe('POST /api/import', () => {
  it('an import requires a household without content', async () => {
    const family = await full.registered();
    const event = { title: 'Chair exercises', eventDate: '2026-03-10' };
    expectStatus(await family.ask('POST', '/api/calendar-events', event), 201);
    expect((await family.ask('GET', '/api/import')).body).toEqual({ isEmpty: false });
    expect(expectStatus(await family.bringIn(archive), 409).body.error).toBe(
      'This household has events already. A download can only be brought into a household that is still empty.',
    );
  });

  it('only one of two concurrent imports succeeds, and its files stay', async () => {
    const family = await full.registered();
    const answers = await Promise.all([family.bringIn(archive), family.bringIn(archive)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const albums = (await family.ask('GET', '/api/photo-albums')).body;
    for (const { firstPhotoUrl } of albums) {
      expectStatus(await family.ask('GET', firstPhotoUrl), 200);
    }
    expectStatus(await family.remove(), 204);
    await full.server.settled();
  });

  it('current members stay, and an email of another household is not imported', async () => {
    const owner = rowsOf(files, 'people', 'people')[0];
    const elsewhere = await full.registered(String(owner?.email));
    const family = await full.registered();
    const { body } = expectStatus(await family.bringIn(archive), 200);
    expect(body.notes).toEqual([
      'Maria Carter has no email here: it belongs to an account on this server already.',
    ]);
    expect((await family.ask('GET', '/api/users')).body).toMatchObject([
      { role: 'admin', firstName: 'Maria', email: null },
      { role: 'user', firstName: 'Rose' },
      { role: 'super_admin', email: family.email },
    ]);
    expectStatus(await elsewhere.ask('GET', '/api/settings'), 200);
    expectStatus(await elsewhere.remove(), 204);
    expectStatus(await family.remove(), 204);
  });

  it('an import reveals at most ten existing accounts per hour and network', async () => {
    const other = await full.server.household();
    const emails = Array.from({ length: 12 }, () => `${randomUUID()}@example.com`);
    const since = { createdAt: full.server.clock.now() };
    await full.server.database.asSystem(async (db) => {
      for (const email of emails) {
        const named = { role: 'user', firstName: 'A', lastName: 'B' } as const;
        await addPerson(db, { accountId: other.accountId, ...named, email, ...since });
      }
    });
    const many = await withFile('people.json', (text) => {
      const rose = text.split('\n').find((line) => line.includes('"Rose"')) ?? '';
      const row = JSON.parse(rose.replace(/,$/, ''));
      const added = emails.map((email, at) =>
        JSON.stringify({ ...row, number: 100 + at, firstName: `Elder${at}`, email }),
      );
      return text.replace(rose, `${added.join(',\n')},\n${rose}`);
    });
    const family = await full.registered(undefined, '192.0.2.41');
    const { notes } = expectStatus(await family.bringIn(many), 200).body;
    const tellsOf = (words: string) =>
      notes.filter((note: string) => note.startsWith('Elder') && note.endsWith(words)).length;
    expect(tellsOf('it belongs to an account on this server already.')).toBe(10);
    expect(tellsOf('please add it in the panel.')).toBe(2);
    const next = await full.registered(undefined, '192.0.2.41');
    expectStatus(await next.bringIn(many), 429);
    full.server.clock.advance(60 * 60_000);
    const third = await full.registered(undefined, '192.0.2.41');
    const together = await Promise.all([next, third].map((each) => each.bringIn(many)));
    expect(together.map(({ status }) => status).sort(), 'two at once').toEqual([200, 429]);
    for (const each of [family, next, third]) expectStatus(await each.remove(), 204);
  });

  it('an archive that another program repacked can be imported', async () => {
    const family = await full.registered();
    expectStatus(await family.bringIn(await packedAsIs(files)), 200);
    expectStatus(await family.remove(), 204);
  });
});
