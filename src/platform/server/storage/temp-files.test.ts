import { type BigIntStatsFs, mkdtempSync, rmSync, type StatsFs } from 'node:fs';
import files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ensureFreeSpace, reserveSpace, type SpaceReservation } from './temp-files.ts';

const MB = 1024 ** 2;
const RESERVE = 100 * MB;

const folder = mkdtempSync(join(tmpdir(), 'incoming-'));
const disk = { free: 0, looks: 0 };

let open: SpaceReservation[] = [];
beforeEach(() => {
  disk.free = RESERVE + 50 * MB;
  disk.looks = 0;
  vi.spyOn(files, 'statfs').mockImplementation(async () => {
    disk.looks += 1;
    return { bavail: disk.free / 1024, bsize: 1024 } as StatsFs & BigIntStatsFs;
  });
});
afterEach(() => {
  for (const room of open) room.leave();
  open = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

async function opened(bytes: number): Promise<SpaceReservation> {
  const room = await reserveSpace(folder, RESERVE, bytes);
  open.push(room);
  return room;
}

const FULL = { status: 507 };

it('space reserved by other uploads counts as used', async () => {
  const first = await opened(40 * MB);
  await expect(opened(11 * MB)).rejects.toMatchObject(FULL);
  await expect(ensureFreeSpace(folder, RESERVE + 11 * MB)).rejects.toMatchObject(FULL);
  await opened(10 * MB);
  first.leave();
  await opened(40 * MB);
});

it('written bytes are not counted twice', async () => {
  const first = await opened(40 * MB);
  await first.take(40 * MB);
  disk.free -= 40 * MB;
  await opened(10 * MB);
});

it('an upload checks the disk every few megabytes and stops before the reserve is used', async () => {
  const room = await opened(0);
  for (let came = 0; came < 40; came += 1) {
    await room.take(MB);
    disk.free -= MB;
  }
  expect(disk.looks).toBe(11);
  const rest = async () => {
    for (;;) {
      await room.take(MB);
      disk.free -= MB;
    }
  };
  await expect(rest()).rejects.toMatchObject(FULL);
  expect(disk.free).toBeGreaterThanOrEqual(RESERVE);
});
