import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/shared/endpoint.ts';
import { parseRequest } from './request-parsing.ts';

const text = z.string();
const call = endpoint('POST /api/things/{id}', {
  who: 'admin',
  summary: 'For this test.',
  params: z.object({ id: text }),
  query: z.object({ search: text }),
  body: z.object({ name: text, lines: z.array(z.object({ note: text })), password: text }),
});

describe('parseRequest', () => {
  it('parseRequest removes invisible characters from all texts except passwords', () => {
    const request = {
      params: { id: 'a\u200b' },
      query: { search: '\ufeffrose' },
      body: { name: 'Ro\u00adsa', lines: [{ note: '\u202aa\u202c\r\nb' }], password: 'a\u200bb' },
      headers: {},
    };
    expect(parseRequest(call, request)).toMatchObject({
      params: { id: 'a' },
      query: { search: 'rose' },
      body: { name: 'Rosa', lines: [{ note: 'a\nb' }], password: 'a\u200bb' },
    });
  });
});
