import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestHousehold } from '#features/accounts/server/testing.ts';
import { addMedication, type CareServer, careServer } from './care.testing.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterEach(() => server.close());

describe('when the clock of the server is set', () => {
  it('a jump forwards and back alerts of no dose twice and of every later one', async () => {
    await addMedication(home, { times: ['08:00', '14:00', '20:00'] });
    await server.at('2026-03-10T17:00:00Z');
    const early = server.mailsTo(home).length;
    await server.at('2026-03-10T12:00:00Z');
    await server.at('2026-03-10T13:30:00Z');
    expect(server.mailsTo(home)).toHaveLength(early);
    await server.at('2026-03-10T19:00:20Z');
    await server.at('2026-03-11T01:00:20Z');
    const told = server.mailsTo(home).map(({ text }) => /due at ([\d:]+ [AP]M)/.exec(text)?.[1]);
    expect(told).toEqual(['8:00 AM', '2:00 PM', '8:00 PM']);
  });

  it('what a poll showed while it was ahead is not shown when it is right again', async () => {
    await addMedication(home, { times: ['08:00'] });
    const shown = async () => {
      const path = '/api/upcoming-medications';
      return (await home.as('user')('GET', path)).body.map(
        ({ scheduledTime }: { scheduledTime: string }) => scheduledTime,
      );
    };
    const right = await shown();
    server.clock.set('2026-03-11T11:00:00Z');
    expect(await shown()).not.toEqual(right);
    server.clock.set('2026-03-10T11:00:00Z');
    expect(await shown()).toEqual(right);
  });
});
