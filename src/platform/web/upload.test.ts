import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint, Upload } from '#platform/shared/endpoint.ts';
import { uploaderOf } from './upload.ts';

/** Fake of `XMLHttpRequest`; the test acts as the browser and reports progress and answers. */
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

describe('uploading a file', () => {
  test('an upload that is silent for too long fails like a broken connection', async () => {
    const { outcomeAfter } = sending(MINUTE);
    expect(await outcomeAfter(MINUTE - 1)).toBeUndefined();
    expect(await outcomeAfter(1)).toEqual(new TypeError('The line fell silent.'));
  });

  test('an upload may take any time while there is progress', async () => {
    const { outcomeAfter } = sending(MINUTE);
    for (const loaded of [1, 2, 3]) {
      expect(await outcomeAfter(MINUTE - 1)).toBeUndefined();
      Line.last.upload.onprogress?.({ loaded, total: 3 });
    }
    Line.last.answer(200, { ok: true });
    expect(await outcomeAfter(2 * MINUTE)).toEqual({ ok: true });
  });

  test('without a silence limit the upload waits for the answer', async () => {
    const { outcomeAfter } = sending();
    expect(await outcomeAfter(60 * MINUTE)).toBeUndefined();
    Line.last.answer(200, { ok: true });
    expect(await outcomeAfter(0)).toEqual({ ok: true });
  });

  test('an aborted upload rejects with an AbortError', async () => {
    const { ending, outcomeAfter } = sending(MINUTE);
    ending.abort();
    expect(await outcomeAfter(0)).toMatchObject({ name: 'AbortError' });
  });
});
