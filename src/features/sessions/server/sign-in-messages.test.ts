import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { sessionsFeature } from '../server.ts';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await testServer([sessionsFeature(NO_MAIL)]);
  home = await server.household();
});
afterAll(() => server.close());

/** Counts the statements of a sign-in, including those that begin and end transactions. */
async function sentBy(status: number, password = TEST_PASSWORD, cookie?: string, who = 'admin') {
  const ask = asking(server.app);
  const body = { email: `${who}@${home.accountId}.example`, password };
  const before = server.database.statements();
  const answer = await ask('POST', '/api/auth/login', body, cookie ? { cookie } : {});
  const sent = server.database.statements() - before;
  expectStatus(answer, status);
  await server.settled();
  return { sent, answer };
}

it('a sign-in sends few statements, and equally many for a wrong password and an unknown email', async () => {
  const first = await sentBy(200);
  const device = /grand_device=[^;]+/.exec(String(first.answer.headers['set-cookie']))?.[0];
  const again = await sentBy(200, TEST_PASSWORD, device);
  const wrong = await sentBy(401, 'a wrong guess');
  const unknown = await sentBy(401, 'a wrong guess', undefined, 'nobody');
  const sent = [first.sent, again.sent, wrong.sent, unknown.sent];
  // The numbers differ because the embedded database needs other statements to begin and end a
  // transaction.
  expect(sent).toEqual(server.database.kind === 'postgres' ? [22, 18, 5, 5] : [27, 21, 6, 6]);
});
