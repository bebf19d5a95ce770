import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { WHOLE_BROWSER } from '../e2e/support/chromium.ts';
import { layGround } from '../e2e/support/global-setup.ts';
import { untilKnown } from '../e2e/support/offline.ts';
import { openHome } from '../e2e/support/reminder.ts';
import { SharedClock } from '../e2e/support/shared-clock.ts';
import { judge, liveThroughTheDay, type Tablet } from '../e2e/support/tablet-day.ts';
import { addMedication, startServer } from '../e2e/support/test.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '../src/testing/registration.ts';
import { watchMemory } from './support/page-memory.ts';

/** Starts at 4 a.m. in New York, with the eight doses of that day. */
const START = '2026-03-10T08:00:00Z';
const TIMES = ['05:00', '07:15', '09:30', '12:00', '15:00', '18:30', '21:00', '23:58'];
const DUE = [
  '2026-03-10T09:00:00Z',
  '2026-03-10T11:15:00Z',
  '2026-03-10T13:30:00Z',
  '2026-03-10T16:00:00Z',
  '2026-03-10T19:00:00Z',
  '2026-03-10T22:30:00Z',
  '2026-03-11T01:00:00Z',
  '2026-03-11T03:58:00Z',
];

const HOURS = 24;
const CUTS = 40;

/** Maximum growth of the page's heap in a day. */
const MAX_GROWTH = 10 * 1024 * 1024;

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Simulates a tablet's day with network interruptions and checks the dose log at the end. */
async function benchDay(seed: number): Promise<boolean> {
  const clear = await layGround(true);
  const { server, child } = await startServer();
  const browser = await chromium.launch(WHOLE_BROWSER);
  try {
    await server.setClock(new Date(START));
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
    });
    const email = `bench-${randomUUID()}@example.com`;
    await context.request.post('/api/auth/register', { data: registrationForm(email) });
    const family = { email, password: EXAMPLE_PASSWORD, request: context.request };
    await addMedication(family, { name: 'Metformin', times: TIMES });
    const page = await context.newPage();
    const clock = await SharedClock.start(page, server, START);
    await openHome(page);
    await untilKnown(page);
    return await live({ page, context, clock, family }, seed);
  } finally {
    await browser.close();
    child.disconnect();
    await clear();
  }
}

async function live(tablet: Tablet, seed: number): Promise<boolean> {
  const { page, clock, family } = tablet;
  const start = '2026-03-10T08:01:00Z';
  await clock.freezeAt(start);
  const memory = await watchMemory(page);
  const before = await memory.sample();
  const plan = { start, hours: HOURS, due: DUE, cuts: CUTS, seed, tell: say };
  const answered = await liveThroughTheDay(tablet, plan);
  // Queued answers are delivered with the next request.
  await clock.advance(60);
  const { standing, wrong } = await judge(family, answered);
  const growth = (await memory.sample()).heap - before.heap;
  for (const line of wrong) say(line);
  const good = wrong.length === 0 && standing === DUE.length && growth <= MAX_GROWTH;
  say(
    `${HOURS} hours, ${CUTS} cuts, ${DUE.length} doses (seed ${seed}): ${standing} standing logs, ${wrong.length} of them wrong, heap ${(growth / 1024 / 1024).toFixed(1)} MiB larger (at most ${MAX_GROWTH / 1024 / 1024})${good ? '' : ': NOT GOOD'}`,
  );
  return good;
}

process.exitCode = (await benchDay(Number(values.seed))) ? 0 : 1;
