import { beforeEach, describe, expect, it } from 'vitest';
import { type QueueState, sumOf, takenOf, UploadQueue } from './upload-queue.ts';

interface Sending {
  name: string;
  albumId: string;
  wasSent: boolean;
  isAborted: () => boolean;
  onProgress: (share: number) => void;
  onKept: (share: number) => void;
  end: (error?: Error) => Promise<void>;
}

class LineBroken extends Error {}

class ThereAlready extends Error {}

let sending: Sending[];
let shown: QueueState;
let ends: [taken: number, stopped: number][];
let forgotten: string[];
/** Names of the cancelled or rejected ones among `forgotten`. */
let givenUp: string[];
/** Waits for the next attempt: the number of failures before it, and a function that ends it. */
let waits: { tries: number; end: () => Promise<void> }[];
let queue: UploadQueue;

/** The reaction to a response takes several microtasks. */
const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  sending = [];
  shown = { photos: [], isBroken: false };
  ends = [];
  forgotten = [];
  givenUp = [];
  waits = [];
  queue = new UploadQueue({
    send: ({ file, albumId, wasSent }, { onProgress, onKept, signal }) =>
      new Promise((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error) reject(error);
          else resolve();
          await settled();
        };
        const isAborted = () => signal.aborted;
        const { name } = file;
        sending.push({ name, albumId, wasSent, isAborted, onProgress, onKept, end });
      }),
    verdictOn(error, { wasSent }) {
      if (error instanceof LineBroken) return 'again';
      if (error instanceof ThereAlready && wasSent) return 'arrived';
      return { reason: error instanceof Error ? error.message : '' };
    },
    untilNextTry: (tries) =>
      new Promise((resolve) => {
        waits.push({
          tries,
          end: async () => {
            resolve();
            await settled();
          },
        });
      }),
    forget({ key }, became) {
      forgotten.push(key);
      if (became === 'given up') givenUp.push(key);
    },
    onChange: (state) => {
      shown = state;
    },
    onEnd: (photos, stopped) => ends.push([takenOf(photos), stopped]),
  });
});

const photoNamed = (name: string, albumId = 'new') => ({
  key: name,
  file: new File([], name),
  albumId,
  wasSent: false,
});

const add = (...names: string[]) => {
  for (const name of names) queue.add([photoNamed(name)]);
};

const states = () => shown.photos.map(({ name, state }) => `${name} ${state}`);

describe('uploads in the queue', () => {
  it('two photos are sent at a time, in order', async () => {
    add('a', 'b', 'c', 'd');
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'd waiting']);
    await sending[1]?.end();
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd waiting']);
    expect(forgotten).toEqual(['b']);
  });

  it('a rejected photo has its reason and does not stop the others', async () => {
    add('a', 'b', 'c');
    await sending[0]?.end(new Error('There is no room.'));
    await sending[1]?.end();
    await sending[2]?.end();
    expect(states()).toEqual(['a refused', 'b done', 'c done']);
    expect(sumOf(shown.photos).refused).toMatchObject([{ name: 'a', reason: 'There is no room.' }]);
    expect(ends).toEqual([[2, 0]]);
    expect(forgotten).toEqual(['a', 'b', 'c']);
    expect(givenUp).toEqual(['a']);
  });

  it('onEnd is called once for photos that were added during the uploads', async () => {
    add('a');
    add('b');
    await sending[0]?.end();
    add('c');
    await sending[1]?.end();
    expect(ends).toEqual([]);
    await sending[2]?.end();
    expect(ends).toEqual([[3, 0]]);
  });

  it('photos added after the end start a new batch', async () => {
    add('a');
    await sending[0]?.end(new Error('no'));
    add('b');
    expect(states()).toEqual(['b sending']);
    await sending[1]?.end();
    expect(ends).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it('each photo keeps the album into which it was dropped', () => {
    queue.add([photoNamed('a'), photoNamed('b', 'lake')]);
    expect(sending.map(({ albumId }) => albumId)).toEqual(['new', 'lake']);
  });

  it('photos of an earlier page are added at the end', () => {
    add('a', 'b', 'c');
    queue.add([{ ...photoNamed('left'), wasSent: true }]);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting', 'left waiting']);
  });
});

describe('a broken connection', () => {
  it('a broken connection stops all uploads, and the interrupted ones are sent again first', async () => {
    add('a', 'b', 'c');
    await sending[0]?.end(new LineBroken());
    expect(shown.isBroken).toBe(true);
    await sending[1]?.end(new LineBroken());
    expect(states()).toEqual(['a waiting', 'b waiting', 'c waiting']);
    expect(waits.map(({ tries }) => tries)).toEqual([1]);
    expect(ends).toEqual([]);
    await waits[0]?.end();
    expect(shown.isBroken).toBe(false);
    expect(sending.slice(2).map(({ name, wasSent }) => [name, wasSent])).toEqual([
      ['b', true],
      ['a', true],
    ]);
    expect(forgotten).toEqual([]);
  });

  it('an upload that continues after a broken connection may finish', async () => {
    add('a', 'b', 'c');
    await sending[0]?.end(new LineBroken());
    await sending[1]?.end();
    expect(states()).toEqual(['a waiting', 'b done', 'c waiting']);
    expect(sending).toHaveLength(2);
  });

  it('the wait grows with each failed attempt until an upload succeeds', async () => {
    add('a');
    for (const tries of [1, 2, 3]) {
      await sending.at(-1)?.end(new LineBroken());
      expect(waits.at(-1)?.tries).toBe(tries);
      await waits.at(-1)?.end();
    }
    await sending.at(-1)?.end();
    expect(ends).toEqual([[1, 0]]);
    add('b');
    await sending.at(-1)?.end(new LineBroken());
    expect(waits.at(-1)?.tries).toBe(1);
  });

  it('each stored chunk resets the wait', async () => {
    add('a');
    for (const share of [0.25, 0.5, 0.75]) {
      sending.at(-1)?.onKept(share);
      await sending.at(-1)?.end(new LineBroken());
      expect(waits.at(-1)?.tries).toBe(1);
      expect(shown.photos).toMatchObject([{ state: 'waiting', share }]);
      await waits.at(-1)?.end();
    }
    // Repeated progress is not counted as a stored chunk.
    sending.at(-1)?.onKept(0.75);
    await sending.at(-1)?.end(new LineBroken());
    expect(waits.at(-1)?.tries).toBe(2);
  });

  it('sent bytes without a response do not reset the wait', async () => {
    add('a');
    await sending[0]?.end(new LineBroken());
    await waits[0]?.end();
    sending[1]?.onProgress(0.9);
    await sending[1]?.end(new LineBroken());
    expect(waits.at(-1)?.tries).toBe(2);
  });

  it('a photo that was stored without a response counts as uploaded at the retry', async () => {
    add('a');
    await sending[0]?.end(new LineBroken());
    await waits[0]?.end();
    await sending[1]?.end(new ThereAlready('This photo is already there.'));
    expect(states()).toEqual(['a done']);
    expect(ends).toEqual([[1, 0]]);
  });

  it('a duplicate at the first attempt is rejected', async () => {
    add('a');
    await sending[0]?.end(new ThereAlready('This photo is already there.'));
    expect(states()).toEqual(['a refused']);
  });
});

describe('stop and clear of the queue', () => {
  it('stop aborts the running uploads and keeps the finished ones', async () => {
    add('a', 'b', 'c', 'd');
    await sending[0]?.end();
    queue.stop();
    expect(sending.map(({ isAborted }) => isAborted())).toEqual([false, true, true]);
    expect(states()).toEqual(['a done']);
    expect(ends).toEqual([[1, 3]]);
    await sending[1]?.end(new Error('Broken off.'));
    await sending[2]?.end(new Error('Broken off.'));
    expect(states()).toEqual(['a done']);
    expect([...forgotten].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect([...givenUp].sort()).toEqual(['b', 'c', 'd']);
    expect(ends).toHaveLength(1);
  });

  it('stop ends the wait for a connection', async () => {
    add('a');
    await sending[0]?.end(new LineBroken());
    queue.stop();
    expect(shown).toEqual({ photos: [], isBroken: false });
    await waits[0]?.end();
    expect(sending).toHaveLength(1);
    expect(ends).toEqual([[0, 1]]);
  });

  it('stop does not report an end when no upload is running', () => {
    queue.stop();
    expect(ends).toEqual([]);
  });

  it('clear removes finished photos only when no upload is running', async () => {
    add('a');
    queue.clear();
    expect(states()).toEqual(['a sending']);
    await sending[0]?.end(new Error('no'));
    queue.clear();
    expect(shown.photos).toEqual([]);
  });
});

describe('total progress of the uploads', () => {
  it('sumOf counts the current photo and the sent share of each', async () => {
    add('a', 'b', 'c', 'd');
    expect(sumOf(shown.photos)).toMatchObject({ place: 1, total: 4, share: 0, isOver: false });
    sending[0]?.onProgress(0.5);
    expect(sumOf(shown.photos).share).toBe(0.125);
    await sending[0]?.end();
    expect(sumOf(shown.photos)).toMatchObject({ place: 2, total: 4, share: 0.25, isOver: false });
    await sending[1]?.end(new Error('no'));
    await sending[2]?.end();
    await sending[3]?.end();
    expect(sumOf(shown.photos)).toMatchObject({ place: 4, total: 4, share: 1, isOver: true });
  });

  it('sumOf of no photos is finished', () => {
    expect(sumOf([])).toEqual({ place: 0, total: 0, share: 0, isOver: true, refused: [] });
  });
});
