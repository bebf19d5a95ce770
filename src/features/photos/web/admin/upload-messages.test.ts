import { expect, it } from 'vitest';
import type { ShownCaption } from './upload-captions.ts';
import { captionMessage, endMessage } from './upload-messages.ts';
import type { QueuedPhoto } from './upload-queue.ts';

const of = (state: QueuedPhoto['state'], misfit?: QueuedPhoto['misfit']): QueuedPhoto => ({
  ...{ key: 'k', name: 'a.jpg', file: new File([], 'a.jpg'), state, share: 0, misfit },
  reason: state === 'refused' ? 'Why.' : undefined,
});
const IN = of('done');
const FAILED = of('refused');
const KNOWN = of('refused', 'known');
const NONE = of('refused', 'no picture');

it.each<[QueuedPhoto[], number, string, string, string]>([
  [[IN], 0, 'success', 'Success', '1 photo uploaded'],
  [[IN, IN, KNOWN, FAILED], 0, 'success', 'Success', '2 photos uploaded'],
  [[IN, KNOWN], 1, 'info', 'Upload stopped', '1 photo uploaded, 1 not sent.'],
  [[FAILED], 0, 'error', 'Upload Failed', 'Failed to upload photos'],
  [[KNOWN, NONE, FAILED], 0, 'error', 'Upload Failed', 'Failed to upload photos'],
  [[KNOWN], 0, 'info', 'No photos to upload', '1 is already there.'],
  [[NONE], 0, 'info', 'No photos to upload', '1 is not a picture that can be taken.'],
  [
    [KNOWN, NONE, KNOWN, NONE],
    0,
    'info',
    'No photos to upload',
    '2 are already there, 2 are not pictures that can be taken.',
  ],
])('endMessage returns the summary of uploads in case %#', (photos, stopped, kind, title, text) => {
  expect(endMessage(photos, stopped)).toEqual({ kind, title, text });
});

it.each<[QueuedPhoto['state'], ShownCaption | undefined, string]>([
  ['waiting', { text: 'Lake', state: 'waiting' }, 'Waiting'],
  ['sending', undefined, '50%'],
  ['done', undefined, 'Uploaded'],
  ['done', { text: '', state: 'saved' }, 'Uploaded'],
  ['done', { text: 'La', state: 'typing' }, 'Uploaded'],
  ['done', { text: 'Lake', state: 'waiting' }, 'Uploaded, saving the caption…'],
  ['done', { text: 'Lake', state: 'saved' }, 'Uploaded with its caption'],
  ['done', { text: 'Lake', state: 'refused', reason: 'Gone.' }, 'Caption not saved: Gone.'],
])('a photo that is %s with %o has the message: %s', (state, caption, message) => {
  expect(captionMessage({ state, share: 0.5 }, caption)).toBe(message);
});
