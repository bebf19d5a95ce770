import { beforeEach, describe, expect, it } from 'vitest';
import { type StoredCaption, UploadCaptions } from './upload-captions.ts';

interface Put {
  photoId: string;
  caption: string;
  end: (error?: Error) => Promise<void>;
}

class LineBroken extends Error {}

let puts: Put[];
let kept: Map<string, StoredCaption>;
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

describe('captions of uploading photos', () => {
  it('a caption entered before its photo is sent goes with it', () => {
    captions.type('a', ' The lake ');
    captions.leave('a');
    expect(kept.get('a')).toEqual({ caption: ' The lake ', photoId: undefined });
    expect(stateOf('a')).toBe('waiting');
    expect(captions.textOf('a')).toBe('The lake');
    captions.arrived('a', 'photo', 'The lake');
    expect([said(), stateOf('a'), kept.size, captions.isOver()]).toEqual([[], 'saved', 0, true]);
  });

  it('a caption entered during the upload is sent afterwards, once its field is left', async () => {
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

  it('a caption can be changed and emptied after the upload', async () => {
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

  it('a caption changed during its request is sent again, the last value at the end', async () => {
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

  it('a caption stays on the device until a request succeeds', async () => {
    captions.type('a', 'Lake');
    captions.leave('a');
    captions.arrived('a', 'photo', '');
    await puts[0]?.end(new LineBroken());
    expect(kept.get('a')).toEqual({ caption: 'Lake', photoId: 'photo' });
    await waits[0]?.();
    await puts[1]?.end();
    expect([said().length, kept.size, stateOf('a')]).toEqual([2, 0, 'saved']);
  });

  it('a rejected caption has the reason of the server', async () => {
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

  it('the caption of a rejected photo stays visible but is not stored', () => {
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

describe('captions of an earlier page', () => {
  it('a caption is sent when its photo was uploaded', async () => {
    captions.restore('a', { caption: 'Lake', photoId: 'photo' });
    await puts[0]?.end();
    expect([said(), kept.size]).toEqual([['photo: Lake'], 0]);
  });

  it("a caption waits for its photo and is always sent, because the photo's caption is unknown", async () => {
    captions.restore('a', { caption: 'Lake' });
    expect([said(), captions.textOf('a')]).toEqual([[], 'Lake']);
    captions.arrived('a', 'photo', undefined);
    await puts[0]?.end();
    expect(said()).toEqual(['photo: Lake']);
  });

  it('a photo without an entered caption is not changed', () => {
    captions.arrived('a', 'photo', undefined);
    expect(said()).toEqual([]);
  });
});

it('prune removes captions of hidden photos unless they are still to be sent', () => {
  captions.arrived('a', 'photo-a', '');
  captions.arrived('b', 'photo-b', '');
  captions.type('b', 'Lake');
  captions.prune(new Set());
  expect([...captions.shown().keys()]).toEqual(['b']);
});
