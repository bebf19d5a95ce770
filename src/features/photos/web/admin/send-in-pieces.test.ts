import { expect, it } from 'vitest';
import { ApiError } from '#platform/web/api.ts';
import { MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from '../../domain/chunks.ts';
import { PieceSize, sendInPieces } from './send-in-pieces.ts';

const KB = 1024;
const PHOTO = new Blob([new Uint8Array(3 * MAX_CHUNK_BYTES)]);

const nextIs = (offset: number) =>
  new ApiError(409, JSON.stringify({ error: 'Another.', code: 'wrong-offset', offset }), '');

/** A server over a connection that breaks during chunks larger than `longest`. */
class Line {
  received = 0;
  longest = Number.POSITIVE_INFINITY;
  readonly puts: [start: number, bytes: number][] = [];
  readonly shares: number[] = [];
  readonly size = new PieceSize();
  isAnswerLost = false;
  finishes = 0;

  send(photo = PHOTO) {
    return sendInPieces(
      photo,
      {
        begin: async () => this.received,
        put: async (start, piece) => this.#put(start, piece.size),
        finish: async () => {
          this.finishes += 1;
          return 'photo';
        },
      },
      { size: this.size, onKept: (share) => this.shares.push(share) },
    );
  }

  #put(start: number, bytes: number): number {
    this.puts.push([start, bytes]);
    if (bytes > this.longest) throw new TypeError('The server was not reached.');
    if (start !== this.received) throw nextIs(this.received);
    this.received += bytes;
    if (!this.isAnswerLost) return this.received;
    this.isAnswerLost = false;
    throw new TypeError('The server was not reached.');
  }
}

it('a photo is sent in maximum chunks, and the progress is what the server has stored', async () => {
  const line = new Line();
  expect(await line.send()).toBe('photo');
  expect(line.puts).toEqual([
    [0, MAX_CHUNK_BYTES],
    [MAX_CHUNK_BYTES, MAX_CHUNK_BYTES],
    [2 * MAX_CHUNK_BYTES, MAX_CHUNK_BYTES],
  ]);
  expect(line.shares).toEqual([0, 1 / 3, 2 / 3, 1]);
});

it('an upload continues at the offset of the server, or is only finished', async () => {
  const line = new Line();
  line.received = 2 * MAX_CHUNK_BYTES + 5;
  await line.send();
  expect(line.puts).toEqual([[2 * MAX_CHUNK_BYTES + 5, MAX_CHUNK_BYTES - 5]]);
  await line.send();
  expect(line.puts).toHaveLength(1);
  expect([line.finishes, line.shares.at(-1)]).toEqual([2, 1]);
});

it('a chunk whose response was lost is not sent again', async () => {
  const line = new Line();
  line.isAnswerLost = true;
  await expect(line.send()).rejects.toThrow('not reached');
  await line.send();
  expect(line.puts.map(([start]) => start)).toEqual([
    0,
    MAX_CHUNK_BYTES,
    MAX_CHUNK_BYTES + 256 * KB,
    MAX_CHUNK_BYTES + 544 * KB,
    MAX_CHUNK_BYTES + 864 * KB,
    MAX_CHUNK_BYTES + 1216 * KB,
    MAX_CHUNK_BYTES + 1600 * KB,
    MAX_CHUNK_BYTES + 2016 * KB,
  ]);
});

it('an offset that another page has advanced is accepted', async () => {
  const line = new Line();
  const sending = line.send();
  line.received = MAX_CHUNK_BYTES;
  await sending;
  expect(line.puts.map(([start]) => start)).toEqual([0, MAX_CHUNK_BYTES, 2 * MAX_CHUNK_BYTES]);
});

it('a photo is completed over a connection that breaks repeatedly', async () => {
  const line = new Line();
  line.longest = 200 * KB;
  let tries = 0;
  for (let isThere = false; !isThere; tries += 1) {
    const before = line.received;
    isThere = await line.send().then(
      () => true,
      () => false,
    );
    // The first attempts only adapt the chunk size; after them, each attempt makes progress.
    if (tries > 2) expect(line.received).toBeGreaterThan(before);
  }
  expect(tries).toBeLessThan(20);
  expect(Math.min(...line.puts.slice(0, -1).map(([, bytes]) => bytes))).toBe(MIN_CHUNK_BYTES);
});
