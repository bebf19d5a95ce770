import { describe, expect, it } from 'vitest';
import { ApiError } from '#kit/web/api.ts';
import { FileGone, sendFromDevice } from './device-file.ts';

const BROKEN = new TypeError('Failed to fetch');
const failing = (error: Error) => () => Promise.reject(error);

/** A file of which the device can read the bytes before `end` alone. */
function fileUntil(end: number): Blob {
  const file = new Blob(['photo']);
  const slice = (from = 0, to = file.size) => {
    const part = file.slice(from, to);
    const isGone = (from < 0 ? file.size + from : from) >= end;
    return isGone ? Object.assign(part, { arrayBuffer: failing(new Error('gone')) }) : part;
  };
  return Object.assign(new Blob(['photo']), { slice });
}

describe('sendFromDevice', () => {
  it.each([
    ['that vanished', 0],
    ['of which only the beginning is there', 4],
  ])('names a file %s as the reason', async (_which, end) => {
    await expect(sendFromDevice(fileUntil(end), failing(BROKEN))).rejects.toThrow(FileGone);
  });

  it('passes on the failure of the connection while the file can be read', async () => {
    await expect(sendFromDevice(fileUntil(5), failing(BROKEN))).rejects.toBe(BROKEN);
    await expect(sendFromDevice(new Blob([]), failing(BROKEN))).rejects.toBe(BROKEN);
  });

  it("passes on the server's own answer", async () => {
    const refused = new ApiError(409, '{}', '');
    await expect(sendFromDevice(fileUntil(0), failing(refused))).rejects.toBe(refused);
  });

  it('answers what was sent', async () => {
    expect(await sendFromDevice(fileUntil(0), async () => 'sent')).toBe('sent');
  });
});
