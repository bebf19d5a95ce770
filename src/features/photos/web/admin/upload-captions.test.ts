import { beforeEach, describe, expect, it } from 'vitest';
import { type KeptCaption, UploadCaptions } from './upload-captions.ts';

interface Put {
  photoId: string;
  caption: string;
  end: (error?: Error) => Promise<void>;
}

class LineBroken extends Error {}

let puts: Put[];
let kept: Map<string, KeptCaption>;
let waits: (() => Promise<void>)[];
let captions: UploadCaptions;

const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  puts = [];
  kept = new Map();
  waits = [];
  captions = new UploadCaptions({
    put: (photoId, caption) =>
      new Promise((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error) reject(error);
          else resolve();
          await settled();
        };
        puts.push({ photoId, caption, end });
      }),
    refusalOf: (error) => (error instanceof LineBroken ? undefined : (error as Error).message),
    untilNextTry: () =>
      new Promise((resolve) => {
        waits.push(async () => {
          resolve();
          await settled();
        });
      }),
    keep: (key, caption) => kept.set(key, caption),
    forget: (key) => kept.delete(key),
    onChange: () => undefined,
  });
});

const said = () => puts.map(({ photoId, caption }) => `${photoId}: ${caption}`);
const stateOf = (key: string) => captions.shown().get(key)?.state;

describe('a caption of a photo on its way', () => {
  it('goes with its photo when it stands before that is sent', () => {
    captions.type('a', ' The lake ');
    captions.leave('a');
    expect(kept.get('a')).toEqual({ caption: ' The lake ', photoId: undefined });
    expect(stateOf('a')).toBe('waiting');
    expect(captions.textOf('a')).toBe('The lake');
    captions.arrived('a', 'photo', 'The lake');
    expect([said(), stateOf('a'), kept.size, captions.isOver()]).toEqual([[], 'saved', 0, true]);
  });

  it('that is typed while the photo is sent follows when it is there, and not half', async () => {
    captions.type('a', 'The');
    captions.arrived('a', 'photo', '');
    expect([said(), captions.isOver()]).toEqual([[], false]);
    captions.type('a', 'The lake');
    expect(kept.get('a')).toEqual({ caption: 'The lake', photoId: 'photo' });
    captions.leave('a');
    expect(said()).toEqual(['photo: The lake']);
    expect(stateOf('a')).toBe('waiting');
    await puts[0]?.end();
    expect([stateOf('a'), kept.size]).toEqual(['saved', 0]);
  });

  it('is changed when the photo has long arrived, and emptied', async () => {
    captions.arrived('a', 'photo', '');
    captions.type('a', 'Lake');
    captions.leave('a');
    await puts[0]?.end();
    captions.type('a', '');
    captions.leave('a');
    await puts[1]?.end();
    expect(said()).toEqual(['photo: Lake', 'photo: ']);
    expect(kept.size).toBe(0);
  });

  it('that is changed while it is sent is sent once more, the last at the end', async () => {
    captions.arrived('a', 'photo', '');
    captions.type('a', 'One');
    captions.leave('a');
    captions.type('a', 'Two');
    captions.leave('a');
    await puts[0]?.end();
    expect(said()).toEqual(['photo: One', 'photo: Two']);
    await puts[1]?.end();
    expect(kept.size).toBe(0);
  });

  it('waits for a line, and stays on the device until it has one', async () => {
    captions.type('a', 'Lake');
    captions.leave('a');
    captions.arrived('a', 'photo', '');
    await puts[0]?.end(new LineBroken());
    expect(kept.get('a')).toEqual({ caption: 'Lake', photoId: 'photo' });
    await waits[0]?.();
    await puts[1]?.end();
    expect([said().length, kept.size, stateOf('a')]).toEqual([2, 0, 'saved']);
  });

  it('says why the server will never take it', async () => {
    captions.type('a', 'Lake');
    captions.leave('a');
    captions.arrived('a', 'photo', '');
    await puts[0]?.end(new Error('It is gone.'));
    expect(captions.shown().get('a')).toEqual({
      text: 'Lake',
      state: 'refused',
      reason: 'It is gone.',
    });
    expect([kept.size, captions.isOver()]).toEqual([0, true]);
  });

  it('of a photo that is refused stays to be read, and is not kept', () => {
    captions.type('a', 'Lake');
    captions.leave('a');
    captions.giveUp('a');
    expect([captions.shown().get('a')?.text, kept.size, captions.isOver()]).toEqual([
      'Lake',
      0,
      true,
    ]);
  });
});

describe('what an earlier page left', () => {
  it('is delivered where the photo has arrived', async () => {
    captions.restore('a', { caption: 'Lake', photoId: 'photo' });
    await puts[0]?.end();
    expect([said(), kept.size]).toEqual([['photo: Lake'], 0]);
  });

  it('waits for its photo, of which nobody knows with which words it had arrived', async () => {
    captions.restore('a', { caption: 'Lake' });
    expect([said(), captions.textOf('a')]).toEqual([[], 'Lake']);
    captions.arrived('a', 'photo', undefined);
    await puts[0]?.end();
    expect(said()).toEqual(['photo: Lake']);
  });

  it('changes nothing of a photo for which nothing was typed', () => {
    captions.arrived('a', 'photo', undefined);
    expect(said()).toEqual([]);
  });
});

it('is forgotten with the photos that are shown no more, unless it is still to be delivered', () => {
  captions.arrived('a', 'photo-a', '');
  captions.arrived('b', 'photo-b', '');
  captions.type('b', 'Lake');
  captions.prune(new Set());
  expect([...captions.shown().keys()]).toEqual(['b']);
});
