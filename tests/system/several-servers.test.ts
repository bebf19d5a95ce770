import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logins } from '#database/schema/households.ts';
import { MIN_CHUNK_BYTES } from '#features/photos/domain/chunks.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { follow } from '#testing/live-lines.ts';
import { noisyPhoto } from '#testing/noise.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '#testing/registration.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import {
  registered,
  type StartedServer,
  type TestServers,
  testServers,
  tokenOf,
} from '../support/servers.ts';

/** Generous for slow machines. */
const SOON = { timeout: 10_000, interval: 20 };

let drop: () => Promise<void>;
let mailbox: Mailbox;
let servers: TestServers;
let here: StartedServer;
let there: StartedServer;

beforeEach(async () => {
  const made = await makeTestDatabase();
  drop = made.drop;
  mailbox = await openMailbox();
  servers = await testServers(made.url);
  const mail = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'grand@example.org',
    PUBLIC_URL: 'http://localhost:3000',
  };
  here = await servers.start(mail);
  there = await servers.start(mail);
});
afterEach(async () => {
  await servers.close();
  await mailbox.close();
  await drop();
});

async function signedIn(server: StartedServer, email = 'ada@example.com') {
  const form = { email, password: EXAMPLE_PASSWORD };
  const answer = await asking(server.app)('POST', '/api/auth/login', form);
  return tokenOf(expectStatus(answer, 200).headers);
}

const statusOf = async (server: StartedServer, token: string) =>
  (await asking(server.app, token)('GET', '/api/settings')).status;

describe('sessions on two servers', () => {
  it('a session is valid on both servers, and signing out ends it on both', async () => {
    const token = await registered(here);
    expect([await statusOf(here, token), await statusOf(there, token)]).toEqual([200, 200]);
    expectStatus(await asking(here.app, token)('POST', '/api/auth/logout'), 200);
    expect(await statusOf(here, token)).toBe(401);
    await expect.poll(() => statusOf(there, token), SOON).toBe(401);
  });

  it('a new password ends sessions and their streams on both servers', async () => {
    const token = await registered(here);
    const other = await signedIn(there);
    expect(await statusOf(there, other)).toBe(200);
    const line = await follow(there.url, `grand_session=${other}`);
    const change = { currentPassword: EXAMPLE_PASSWORD, password: 'the new garden gate' };
    expectStatus(await asking(here.app, token)('POST', '/api/auth/change-password', change), 200);
    await expect.poll(() => statusOf(there, other), SOON).toBe(401);
    await line.ended();
    expect([await statusOf(here, token), await statusOf(there, token)]).toEqual([200, 200]);
  });

  it('a changed role applies on both servers', async () => {
    const token = await registered(here);
    const ask = asking(here.app, token);
    const invited = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' };
    expectStatus(
      await ask('POST', '/api/admin/invitations', { ...invited, password: EXAMPLE_PASSWORD }),
      201,
    );
    const invitation = () =>
      mailbox.mails.find(({ recipients }) => recipients.includes(invited.email));
    await expect.poll(() => invitation()?.text, SOON).toBeDefined();
    const secret = /token=([\w-]+)/.exec(invitation()?.text ?? '')?.[1];
    const form = { token: secret, password: EXAMPLE_PASSWORD };
    const accepted = await asking(there.app)('POST', '/api/admin/signup', form);
    const heir = tokenOf(expectStatus(accepted, 201).headers);
    const audit = async (server: StartedServer, whose: string) =>
      (await asking(server.app, whose)('GET', '/api/audit')).status;
    expect([await audit(there, token), await audit(there, heir)]).toEqual([200, 403]);
    const people = (await ask('GET', '/api/users')).body;
    const { id } = people.find(({ email }: { email: string }) => email === invited.email);
    expectStatus(
      await ask('PUT', `/api/users/${id}`, {
        role: 'super_admin',
        currentPassword: EXAMPLE_PASSWORD,
      }),
      200,
    );
    await expect.poll(() => audit(there, heir), SOON).toBe(200);
    await expect.poll(() => audit(there, token), SOON).toBe(403);
  });
});

it('password guesses on both servers are counted together', async () => {
  await registered(here);
  const form = { email: 'ada@example.com', password: 'a wrong guess' };
  const guess = async (server: StartedServer) =>
    (await asking(server.app, undefined, '203.0.113.9')('POST', '/api/auth/login', form)).status;
  const all: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) all.push(await guess(here), await guess(there));
  expect(all).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

it('a server never shows older data than it has shown before', async () => {
  const token = await registered(here);
  const last = 60;
  let written = 0;
  const seen = new Map<StartedServer, number[]>();
  const read = async (server: StartedServer) => {
    const { body } = await asking(server.app, token)('GET', '/api/settings');
    const shown = Number(/^Number (\d+)$/.exec(body.appName)?.[1] ?? 0);
    seen.set(server, [...(seen.get(server) ?? []), shown]);
    return shown;
  };
  const reading = [here, there].map(async (server) => {
    while (written < last) {
      await read(server);
      // Lets other work run, because a cached response resolves without I/O.
      await new Promise(setImmediate);
    }
  });
  for (let number = 1; number <= last; number += 1) {
    const writer = asking((number % 2 === 0 ? here : there).app, token);
    const change = { appName: `Number ${number}` };
    expectStatus(await writer('PATCH', '/api/settings', change), 200);
    written = number;
  }
  await Promise.all(reading);
  for (const server of [here, there]) await expect.poll(() => read(server), SOON).toBe(last);
  for (const shown of seen.values()) expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

it('a write is visible at once on the server that received it', async () => {
  const token = await registered(here);
  for (let number = 1; number <= 30; number += 1) {
    const ask = asking((number % 2 === 0 ? here : there).app, token);
    const change = { appName: `Number ${number}` };
    expectStatus(await ask('PATCH', '/api/settings', change), 200);
    expect((await ask('GET', '/api/settings')).body.appName).toBe(change.appName);
  }
});

it('a picture uploaded to one server is served by the other', async () => {
  const token = await registered(here);
  const form = new FormData();
  const picture = await pillPicture(60, 40).jpeg().toBuffer();
  form.append('pill-image', new Blob([new Uint8Array(picture)]), 'pill.jpg');
  const uploaded = await asking(here.app, token)('POST', '/api/upload-pill-image', form);
  const path = expectStatus(uploaded, 201).body.imageUrl;
  const [one, other] = await Promise.all(
    [here, there].map(({ app }) => asking(app, token)('GET', path)),
  );
  expect([one?.status, other?.status]).toEqual([200, 200]);
  expect(other?.raw.equals(one?.raw ?? Buffer.alloc(0))).toBe(true);
});

it('chunks of a photo can go to both servers, and each offset is stored once', async () => {
  const token = await registered(here);
  const [ask, askThere] = [asking(here.app, token), asking(there.app, token)];
  const photo = await noisyPhoto(300);
  const albums = expectStatus(await ask('GET', '/api/photo-albums'), 200).body;
  const sha256 = createHash('sha256').update(photo).digest('hex');
  const body = { key: 'key', name: 'lake.jpg', bytes: photo.length, sha256 };
  expectStatus(await ask('POST', `/api/photo-albums/${albums[0].id}/uploads`, body), 200);
  const sent = async (by: typeof ask, start: number, size: number) => {
    const form = new FormData();
    form.append('piece', new Blob([photo.subarray(start, start + size)]));
    return by('PUT', `/api/photo-uploads/key/piece?start=${start}`, form);
  };
  for (let offset = 0; offset < photo.length; ) {
    const both = await Promise.all([
      sent(ask, offset, MIN_CHUNK_BYTES),
      sent(askThere, offset, MIN_CHUNK_BYTES + 1000),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both[0].body.offset).toBe(both[1].body.offset);
    offset = both[0].body.offset;
  }
  const finish = (by: typeof ask) => by('POST', '/api/photo-uploads/key/photo', { caption: '' });
  const made = await Promise.all([finish(ask), finish(askThere)]);
  const photos = made.map((answer) => expectStatus(answer, 200).body.photo.id);
  expect(photos[0]).toBe(photos[1]);
});

it('each due message is sent once if the jobs run concurrently', async () => {
  const households = 12;
  for (let count = 0; count < households; count += 1) {
    const token = await registered(here, `ada${count}@example.com`);
    const ask = asking(here.app, token);
    expectStatus(
      await ask('POST', '/api/subscription/cancel', {
        immediate: false,
        password: EXAMPLE_PASSWORD,
      }),
      200,
    );
    const medication = { name: 'Lisinopril', frequency: 'daily', times: ['16:00'] };
    const wanted = { ...medication, startDate: '2026-03-01' };
    expectStatus(await ask('POST', '/api/medications', wanted), 201);
  }
  await here.database.asSystem((db) =>
    db.update(logins).set({ emailProvenAt: servers.clock.now() }),
  );
  const both = () => Promise.all([here, there].map(({ app }) => app.runJobs()));
  // The alert is due at 16:00 plus one hour in the household's time zone; the last time is after
  // the end of the paid period.
  for (const time of ['2026-03-10T21:05:00Z', '2026-03-10T21:05:20Z', '2027-03-20T12:00:00Z']) {
    servers.clock.set(time);
    await both();
    await both();
  }
  const told = mailbox.mails.map(({ recipients, subject }) => `${recipients} ${subject}`);
  expect(told.length).toBe(new Set(told).size);
  for (const kind of [/expire/i, /Lisinopril|missed|dose/i])
    expect(told.filter((mail) => kind.test(mail))).toHaveLength(households);
}, 60_000);

it('concurrent registrations of one email create one household', async () => {
  const answers = await Promise.all(
    [here, there, here, there].map(({ app }) =>
      asking(app)('POST', '/api/auth/register', registrationForm('ada@example.com')),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
});
