import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '#testing/database.ts';
import { buildApp } from '../../src/app/build-app.ts';
import { readConfig } from '../../src/app/config.ts';

const dashboard = z.looseObject({
  panels: z.array(
    z.looseObject({
      id: z.int(),
      title: z.string(),
      targets: z.array(z.looseObject({ expr: z.string() })).min(1),
    }),
  ),
});

/** Names of all metrics of a server that makes backups. */
let series: Set<string>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'metrics-files-'));
  const database = await openTestDatabase();
  const config = readConfig({
    DATA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ config, database, now: () => new Date('2026-03-10T12:00:00Z') });
  await app.inject('/healthz');
  const ask = { method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' } as const;
  const { body } = await app.inject(ask);
  series = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  await app.close();
  await database.close();
  await rm(folder, { recursive: true });
});

const FILES = ['docs/metrics/dashboard.json', 'docs/metrics/alerts.yml', 'docs/metrics.md'];

it.each(FILES)('%s names only metrics that the server has', async (path) => {
  const named = new Set((await readFile(path, 'utf8')).match(/\bgrand_[a-z0-9_]*[a-z0-9]/g));
  const known = (name: string) =>
    series.has(name) || series.has(name.replace(/_(bucket|sum|count)$/, ''));
  // True for a prefix in the documentation's table, which names groups of metrics by their prefix.
  const begins = (name: string) => path.endsWith('.md') && /^grand_(process|nodejs)$/.test(name);
  expect(named.size).toBeGreaterThan(5);
  expect([...named].filter((name) => !known(name) && !begins(name))).toEqual([]);
});

it('the dashboard shows every metric of the alert rules, and panel ids are unique', async () => {
  const { panels } = dashboard.parse(
    JSON.parse(await readFile('docs/metrics/dashboard.json', 'utf8')),
  );
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  const alerts = await readFile('docs/metrics/alerts.yml', 'utf8');
  for (const name of new Set(alerts.match(/\bgrand_[a-z0-9_]+/g))) expect(shown).toContain(name);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
