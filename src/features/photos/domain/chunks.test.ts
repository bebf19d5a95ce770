import { expect, it } from 'vitest';
import { checkChunk, MAX_CHUNK_BYTES, MIN_CHUNK_BYTES, nextChunkBytes } from './chunks.ts';

const KB = 1024;

it.each([
  ['first chunk', { received: 0 }, { start: 0, bytes: 64 * KB }, 'next'],
  ['chunk in between', { received: 64 * KB }, { start: 64 * KB, bytes: 100 * KB }, 'next'],
  [
    'last chunk, which may be small',
    { received: 300 * KB - 1 },
    { start: 300 * KB - 1, bytes: 1 },
    'next',
  ],
  ['single chunk with the whole content', { received: 0 }, { start: 0, bytes: 300 * KB }, 'next'],
  [
    'chunk that was received before',
    { received: 64 * KB },
    { start: 0, bytes: 64 * KB },
    'wrong-offset',
  ],
  ['chunk after a gap', { received: 0 }, { start: 64 * KB, bytes: 64 * KB }, 'wrong-offset'],
  ['chunk that overlaps', { received: 64 * KB }, { start: KB, bytes: 64 * KB }, 'wrong-offset'],
  [
    'chunk after the last one',
    { received: 300 * KB },
    { start: 0, bytes: 64 * KB },
    'wrong-offset',
  ],
  [
    'chunk beyond the end',
    { received: 256 * KB },
    { start: 256 * KB, bytes: 45 * KB },
    'wrong-size',
  ],
  ['chunk that is too small', { received: 0 }, { start: 0, bytes: 64 * KB - 1 }, 'wrong-size'],
  ['empty chunk', { received: 0 }, { start: 0, bytes: 0 }, 'wrong-size'],
  [
    'empty chunk after the last one',
    { received: 300 * KB },
    { start: 300 * KB, bytes: 0 },
    'wrong-size',
  ],
] as const)('judgePiece: %s of a photo', (_what, { received }, piece, verdict) => {
  expect(checkChunk({ bytes: 300 * KB, received }, piece)).toBe(verdict);
});

it.each([
  [MAX_CHUNK_BYTES, 'kept', MAX_CHUNK_BYTES],
  [MAX_CHUNK_BYTES, 'broken', MAX_CHUNK_BYTES / 4],
  [256 * KB, 'kept', 288 * KB],
  [256 * KB, 'broken', MIN_CHUNK_BYTES],
  [MIN_CHUNK_BYTES, 'broken', MIN_CHUNK_BYTES],
  [MIN_CHUNK_BYTES, 'kept', 96 * KB],
  [1000 * KB, 'kept', MAX_CHUNK_BYTES],
] as const)(
  'after a chunk of %i bytes that was %s the next has %i bytes',
  (before, became, next) => {
    expect(nextChunkBytes(before, became)).toBe(next);
  },
);
