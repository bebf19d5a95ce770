import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { receivePolicyReports } from './policy-reports.ts';

function listening() {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const server = Fastify({ logger: { level: 'warn', stream } });
  receivePolicyReports(server);
  const post = (payload: string, type = 'application/csp-report') =>
    server.inject({
      method: 'POST',
      url: '/api/policy-reports',
      headers: { 'content-type': type },
      payload,
    });
  return { lines, post };
}

const reportOf = (blocked: string) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://grand.example/reset-password?token=secret',
      'effective-directive': 'img-src',
      'blocked-uri': blocked,
    },
  });

it('the log has the rule and the site of a report, but no path, token or user input', async () => {
  const { lines, post } = listening();
  const answer = await post(reportOf('https://elsewhere.example/of/edith.png?x=secret'));
  expect(answer.statusCode).toBe(204);
  expect(lines).toMatchObject([{ rule: 'img-src', site: 'https://elsewhere.example' }]);
  expect(JSON.stringify(lines)).not.toMatch(/secret|edith|reset/);
});

it('invalid reports are ignored, and long ones and other content types are refused', async () => {
  const { lines, post } = listening();
  for (const odd of ['', 'null', '[]', '{', '{"csp-report":7}']) {
    expect((await post(odd)).statusCode).toBe(204);
  }
  expect((await post(reportOf('x'.repeat(9000)))).statusCode).toBe(413);
  expect((await post('x', 'text/plain')).statusCode).toBe(415);
  expect(lines.filter(({ rule }) => rule !== undefined)).toEqual([]);
});

it('at most 60 of 100 reports are logged', async () => {
  const { lines, post } = listening();
  for (let sent = 0; sent < 100; sent += 1) await post(reportOf('inline'));
  expect(lines).toHaveLength(60);
});
