import { describe, expect, it } from 'vitest';
import { ApiError } from '#platform/web/api.ts';
import { FileGone, sendFromDevice } from './device-file.ts';

const BROKEN = new TypeError('Failed to fetch');
const failing = (error: Error) => () => Promise.reject(error);

/** A file whose bytes can be read only before `end`. */
function fileUntil(end: number): Blob {
  const file = new Blob(['photo']);
  const slice = (from = 0, to = file.size) => {
    const part = file.slice(from, to);
    const isGone = (from < 0 ? file.size + from : from) >= end;
    return isGone ? Object.assign(part, { arrayBuffer: failing(new Error('gone')) }) : part;
  };
  return Object.assign(new Blob(['photo']), { slice });
}

describe('sendFromDevice of a file', () => {
  it.each([
    ['that was deleted', 0],
    ['that is only partly readable', 4],
  ])('a file %s is reported as `FileGone`', async (_which, end) => {
    await expect(sendFromDevice(fileUntil(end), failing(BROKEN))).rejects.toThrow(FileGone);
  });

  it('a connection error is passed on while the file is readable', async () => {
    await expect(sendFromDevice(fileUntil(5), failing(BROKEN))).rejects.toBe(BROKEN);
    await expect(sendFromDevice(new Blob([]), failing(BROKEN))).rejects.toBe(BROKEN);
  });

  it('an error response of the server is passed on', async () => {
    const refused = new ApiError(409, '{}', '');
    await expect(sendFromDevice(fileUntil(0), failing(refused))).rejects.toBe(refused);
  });

  it('the result of a successful send is returned', async () => {
    expect(await sendFromDevice(fileUntil(0), async () => 'sent')).toBe('sent');
  });
});
