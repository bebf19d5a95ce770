import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { BUILT_IN_TIPS } from './domain/tips.ts';
import { helpTipsFeature } from './server.ts';

const WITHIN_MS = SECOND_MS;
const TIP = { tip: 'Tap the big picture.', category: 'action', priority: 'low' };
const KNOWN = BUILT_IN_TIPS.map(({ tip }) => tip);

/** The format in https://platform.openai.com/docs/api-reference/chat. */
const completion = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1773151200,
  model: 'small',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 },
});

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

let answer: { status: number; body: string } | 'silence';
let asked: Asked[];
let outside: Server;
let server: TestServer;
let family: TestHousehold;

beforeAll(async () => {
  outside = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { authorization } = request.headers;
    asked.push({ path: request.url, authorization, body: Buffer.concat(parts).toString() });
    if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((ready) => outside.listen(0, '127.0.0.1', ready));
  const address = outside.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const service = { url: `http://127.0.0.1:${port}/v1`, apiKey: 'the-key', model: 'small' };
  server = await testServer([helpTipsFeature(service, WITHIN_MS)]);
});
beforeEach(async () => {
  family = await server.household();
  asked = [];
});
afterAll(async () => {
  outside.closeAllConnections();
  outside.close();
  await server.close();
});

const ask = (body: object) => family.as('user')('POST', '/api/help-tip', body);

describe('a tip from the configured service', () => {
  it('the service receives the page, the action and the role of the session only', async () => {
    answer = { status: 200, body: JSON.stringify(completion(JSON.stringify(TIP))) };
    const question = { currentPage: 'photos', userAction: 'viewing', userRole: 'super_admin' };
    expect(expectStatus(await ask(question), 200).body).toEqual(TIP);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer the-key',
    });
    const { model, messages } = JSON.parse(asked[0]?.body ?? '');
    expect(model).toBe('small');
    expect(JSON.parse(messages[1].content)).toEqual({
      currentPage: 'photos',
      userAction: 'viewing',
      userContext: '',
      userRole: 'user',
    });
    expect(asked[0]?.body).not.toContain(family.accountId);
  });

  it.each<[string, typeof answer]>([
    ['says nothing', 'silence'],
    ['answers with an error', { status: 500, body: 'oops' }],
    ['does not answer with JSON', { status: 200, body: 'hello' }],
    [
      'answers with text instead of a tip',
      { status: 200, body: JSON.stringify(completion('Tap it.')) },
    ],
    ['has no choices', { status: 200, body: '{"choices":[]}' }],
    [
      'writes a tip that is too long',
      {
        status: 200,
        body: JSON.stringify(completion(JSON.stringify({ ...TIP, tip: 'x'.repeat(200) }))),
      },
    ],
    [
      'invents a category',
      {
        status: 200,
        body: JSON.stringify(completion(JSON.stringify({ ...TIP, category: 'fun' }))),
      },
    ],
  ])('a built-in tip is returned when the service %s', async (_what, said) => {
    answer = said;
    const { body } = expectStatus(await ask({ currentPage: 'my-day' }), 200);
    expect(asked).toHaveLength(1);
    expect(KNOWN).toContain(body.tip);
  });
});

it('without a service a built-in tip for the role is returned, which changes over time', async () => {
  const plain = await testServer([helpTipsFeature(undefined)]);
  const household = await plain.household();
  const tips = new Set<string>();
  for (let turn = 0; turn < 12; turn += 1) {
    const answered = await household.as('user')('POST', '/api/help-tip', { currentPage: 'home' });
    tips.add(expectStatus(answered, 200).body.tip);
    plain.clock.advance(10 * MINUTE_MS);
  }
  expect(tips.size).toBe(11);
  const forFamily = await household.as('admin')('POST', '/api/help-tip', {
    currentPage: 'settings',
  });
  expect(KNOWN).toContain(expectStatus(forFamily, 200).body.tip);
  expectStatus(await household.as('user')('POST', '/api/help-tip', {}), 400);
  expectStatus(
    await household.as('user')('POST', '/api/help-tip', { currentPage: 'x'.repeat(61) }),
    400,
  );
  await plain.close();
});
