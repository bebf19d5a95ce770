import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { careSweeps, outbox } from '#database/schema/alerts.ts';
import { accounts } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { registered } from '#testing/servers.ts';
import { buildApp } from './build-app.ts';
import { readConfig } from './config.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

let database: Database;
let app: FastifyInstance;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metrics-'));
  database = await openTestDatabase();
});
afterEach(async () => {
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function start(environment: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment });
  app = await buildApp({ config, database, now: () => NOW });
}

const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });

async function readingOf(series: string): Promise<number | undefined> {
  const { body } = await ask();
  const line = body.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('access to the metrics', () => {
  it('only this machine can read the metrics by default', async () => {
    await start();
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      expect((await ask({}, address)).statusCode, address).toBe(200);
    }
    for (const address of ['192.168.1.7', '203.0.113.9', '2001:db8::1', '::ffff:203.0.113.9']) {
      expect((await ask({}, address)).statusCode, address).toBe(404);
    }
  });

  it('forwarded requests are refused, with a trusted proxy or without', async () => {
    await start();
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
      expect((await ask({ [name]: '127.0.0.1' })).statusCode, name).toBe(404);
    }
    await app.close();
    await start({ TRUSTED_PROXIES: '127.0.0.1' });
    expect((await ask({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404);
    expect((await ask({ 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).statusCode).toBe(404);
    expect((await ask()).statusCode).toBe(200);
  });

  it('requests through a local proxy without forwarding headers are refused', async () => {
    await start();
    const passedOn: Record<string, string>[] = [
      // nginx with `proxy_pass` and no further settings
      { connection: 'close' },
      // a proxy that preserves the Host header
      { host: 'grand.example' },
      { host: 'localhost.grand.example' },
      // headers of a browser that any proxy forwards
      { 'accept-language': 'en-US' },
      { cookie: 'grand_session=x' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of passedOn) {
      expect((await ask(headers)).statusCode, JSON.stringify(headers)).toBe(404);
    }
    for (const host of ['localhost:5000', '127.0.0.1:5000', '[::1]:5000', 'LOCALHOST']) {
      expect((await ask({ host })).statusCode, host).toBe(200);
    }
    const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const status = (request: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(url.port), url.hostname, () => socket.write(request));
        socket.once('data', (chunk) => {
          resolve(chunk.toString().slice(9, 12));
          socket.destroy();
        });
      });
    const head = `GET /metrics HTTP/1.%\r\nHost: ${url.host}\r\n`;
    expect(await status(`${head.replace('%', '1')}\r\n`)).toBe('200');
    expect(await status(`${head.replace('%', '0')}\r\n`)).toBe('404');
    expect(await status(`${head.replace('%', '0')}Connection: keep-alive\r\n\r\n`)).toBe('404');
  });

  it('allowed addresses and callers with the token can read the metrics', async () => {
    const token = 'a-token-of-enough-length';
    await start({ METRICS_ALLOWED: '10.0.0.0/8, 2001:db8::/32', METRICS_TOKEN: token });
    expect((await ask({}, '10.9.8.7')).statusCode).toBe(200);
    expect((await ask({}, '2001:db8::77')).statusCode).toBe(200);
    expect((await ask({}, '11.0.0.1')).statusCode).toBe(404);
    const far = '203.0.113.9';
    expect((await ask({ authorization: `Bearer ${token}` }, far)).statusCode).toBe(200);
    for (const wrong of [`Bearer ${token}x`, token, 'Bearer ', '']) {
      expect((await ask({ authorization: wrong }, far)).statusCode, wrong).toBe(404);
    }
  });

  it.each([
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be a secret of at least 16 characters.'],
    [
      { METRICS_ALLOWED: 'home' },
      'METRICS_ALLOWED must be IP addresses or ranges, separated by commas.',
    ],
  ])('an invalid setting is refused: %j', async (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
    await start();
  });
});

describe('contents of the metrics', () => {
  it('requests are counted by route, never by address', async () => {
    await start();
    for (let count = 0; count < 3; count += 1)
      await app.inject({ url: '/api/bin/secret-id/picture' });
    const series =
      'grand_http_request_duration_seconds_count{route="/api/bin/:id/picture",method="GET",status="401"}';
    expect(await readingOf(series)).toBe(3);
    expect((await ask()).body).not.toContain('secret-id');
  });

  it('cache hits are counted by route', async () => {
    await start();
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const cookie = `grand_session=${await registered({ app })}`;
    for (let count = 0; count < 4; count += 1)
      await (await fetch(`${url}/api/settings`, { headers: { cookie } })).text();
    const hits = 'grand_http_cache_hits_total{route="/api/settings",status=';
    expect(await readingOf(`${hits}"200"}`)).toBe(3);
    expect(await readingOf(`${hits}"304"}`)).toBe(0);
  });

  it('pending, failed and late jobs are counted', async () => {
    await start();
    const accountId = randomUUID();
    await database.asSystem(async (db) => {
      await db.insert(accounts).values({ id: accountId, accountNumber: 'GA-1', createdAt: NOW });
      const job = { kind: 'email', createdAt: ago(HOUR_MS), runAt: ago(3 * MINUTE_MS) };
      await db.insert(jobs).values([
        { ...job, key: 'one', lastError: 'Error EX' },
        { ...job, key: 'two', runAt: NOW },
      ]);
      const letter = { accountId, kind: 'email', recipient: 'x@x.example', content: {} };
      await db
        .insert(outbox)
        .values([{ ...letter, id: accountId, createdAt: ago(HOUR_MS), failure: 'no mail server' }]);
      await db
        .insert(careSweeps)
        .values({ accountId, nextAt: ago(MINUTE_MS), sweptUntil: ago(HOUR_MS) })
        .onConflictDoUpdate({ target: careSweeps.accountId, set: { nextAt: ago(MINUTE_MS) } });
    });
    expect(await readingOf('grand_jobs_waiting{kind="email"}')).toBe(2);
    expect(await readingOf('grand_jobs_failed{kind="email"}')).toBe(1);
    expect(await readingOf('grand_jobs_oldest_due_seconds{kind="email"}')).toBe(180);
    expect(await readingOf('grand_letters_failed{kind="email"}')).toBe(1);
    expect(await readingOf('grand_households')).toBe(1);
    expect(await readingOf('grand_households_due')).toBe(1);
    expect(await readingOf('grand_settling_late_seconds')).toBe(60);
    expect(await readingOf('grand_free_space_bytes')).toBeGreaterThan(0);
    expect(await readingOf('grand_live_lines')).toBe(0);
    expect(await readingOf('grand_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('the metrics query the database at most once in ten seconds', async () => {
    await start();
    await ask();
    const before = database.statements();
    await Promise.all([ask(), ask(), ask()]);
    expect(database.statements()).toBe(before);
  });

  it('the age of the newest backup is reported only if backups are configured', async () => {
    await start();
    expect(await readingOf('grand_backup_failed')).toBeUndefined();
    await app.close();
    const backups = await mkdtemp(join(folder, 'backups-'));
    await writeFile(join(backups, 'grand-2026-03-09.zip'), '');
    await start({ BACKUP_DIR: backups });
    expect(await readingOf('grand_backup_age_seconds')).toBe((36 * HOUR_MS) / 1000);
    expect(await readingOf('grand_backup_failed')).toBe(0);
  });
});
