import { beforeEach, describe, expect, it } from 'vitest';
import { photoQueue, type QueuedPhoto, sumOf } from './photo-queue.ts';

interface Sending {
  name: string;
  albumId: string;
  onProgress: (share: number) => void;
  end: (error?: Error) => Promise<void>;
}

let sending: Sending[];
let shown: readonly QueuedPhoto[];
let ends: number[];
let queue: ReturnType<typeof photoQueue>;

/** What follows an answer takes a few turns. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  sending = [];
  shown = [];
  ends = [];
  queue = photoQueue({
    send: (file, albumId, onProgress) =>
      new Promise((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error) reject(error);
          else resolve();
          await settled();
        };
        sending.push({ name: file.name, albumId, onProgress, end });
      }),
    reasonFor: (error) => (error instanceof Error ? error.message : ''),
    onChange: (photos) => {
      shown = photos;
    },
    onEnd: (taken) => ends.push(taken),
  });
});

const add = (...names: string[]) => {
  for (const name of names) queue.add(new File([], name), 'new');
};

const states = () => shown.map(({ name, state }) => `${name} ${state}`);

describe('photos that are sent', () => {
  it('are on their way two at a time, in their order', async () => {
    add('a', 'b', 'c', 'd');
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting']);
    await sending[1]?.end();
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd waiting']);
  });

  it('go on when one is refused, which then says why', async () => {
    add('a', 'b', 'c');
    await sending[0]?.end(new Error('This photo is already there.'));
    await sending[1]?.end();
    await sending[2]?.end();
    expect(states()).toEqual(['a refused', 'b done', 'c done']);
    expect(sumOf(shown).refused).toMatchObject([
      { name: 'a', reason: 'This photo is already there.' },
    ]);
    expect(ends).toEqual([2]);
  });

  it('are told once to be over, also when they came while others were on their way', async () => {
    add('a');
    add('b');
    await sending[0]?.end();
    add('c');
    await sending[1]?.end();
    expect(ends).toEqual([]);
    await sending[2]?.end();
    expect(ends).toEqual([3]);
  });

  it('begin anew when the ones before are over', async () => {
    add('a');
    await sending[0]?.end(new Error('no'));
    add('b');
    expect(states()).toEqual(['b sending']);
    await sending[1]?.end();
    expect(ends).toEqual([0, 1]);
  });

  it('stay with the album for which they were dropped', () => {
    queue.add(new File([], 'a'), 'new');
    queue.add(new File([], 'b'), 'lake');
    expect(sending.map(({ albumId }) => albumId)).toEqual(['new', 'lake']);
  });
});

describe('how far all of them are', () => {
  it('counts the one that is being sent, and each by how much of it is sent', async () => {
    add('a', 'b', 'c', 'd');
    expect(sumOf(shown)).toMatchObject({ place: 1, total: 4, share: 0, isOver: false });
    sending[0]?.onProgress(0.5);
    expect(sumOf(shown).share).toBe(0.125);
    await sending[0]?.end();
    expect(sumOf(shown)).toMatchObject({ place: 2, total: 4, share: 0.25, isOver: false });
    await sending[1]?.end(new Error('no'));
    await sending[2]?.end();
    await sending[3]?.end();
    expect(sumOf(shown)).toMatchObject({ place: 4, total: 4, share: 1, isOver: true });
  });

  it('is over when nothing was sent', () => {
    expect(sumOf([])).toEqual({ place: 0, total: 0, share: 0, isOver: true, refused: [] });
  });
});
