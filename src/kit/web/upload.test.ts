import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint, Upload } from '#kit/shared/endpoint.ts';
import { uploaderOf } from './upload.ts';

/** The request that is under way: the test is its browser. */
class Line {
  static last: Line;
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  onloadend?: () => void;
  onabort?: () => void;

  constructor() {
    Line.last = this;
  }

  open() {}
  send() {}

  abort() {
    this.onabort?.();
    this.onloadend?.();
  }

  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
    this.onloadend?.();
  }
}

type Sending = Endpoint & { upload: Upload };

const put = uploaderOf<Sending>('POST /api/things', 'thing');
const MINUTE = 60_000;

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Line);
  vi.useFakeTimers();
});

function sending(longestSilence?: number) {
  const ending = new AbortController();
  const became: unknown[] = [];
  const options = { onProgress: () => undefined, signal: ending.signal };
  void put(new Blob(['a']), { ...options, ...(longestSilence && { longestSilence }) }).then(
    (answer) => became.push(answer),
    (error) => became.push(error),
  );
  const outcomeAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return became[0];
  };
  return { ending, outcomeAfter };
}

describe('a file on its way', () => {
  test('over a line that falls silent has failed, as over a broken one', async () => {
    const { outcomeAfter } = sending(MINUTE);
    expect(await outcomeAfter(MINUTE - 1)).toBeUndefined();
    expect(await outcomeAfter(1)).toEqual(new TypeError('The line fell silent.'));
  });

  test('may take as long as it likes while something moves', async () => {
    const { outcomeAfter } = sending(MINUTE);
    for (const loaded of [1, 2, 3]) {
      expect(await outcomeAfter(MINUTE - 1)).toBeUndefined();
      Line.last.upload.onprogress?.({ loaded, total: 3 });
    }
    Line.last.answer(200, { ok: true });
    expect(await outcomeAfter(2 * MINUTE)).toEqual({ ok: true });
  });

  test('is waited for where nothing else is said', async () => {
    const { outcomeAfter } = sending();
    expect(await outcomeAfter(60 * MINUTE)).toBeUndefined();
    Line.last.answer(200, { ok: true });
    expect(await outcomeAfter(0)).toEqual({ ok: true });
  });

  test('that is broken off says so', async () => {
    const { ending, outcomeAfter } = sending(MINUTE);
    ending.abort();
    expect(await outcomeAfter(0)).toMatchObject({ name: 'AbortError' });
  });
});
