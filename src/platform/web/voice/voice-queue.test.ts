import { expect, test } from 'vitest';
import { type Kind, SILENT, type Voice, type VoiceEvent, voiceAfter } from './voice-queue.ts';

const ALL: readonly Kind[] = ['urgent', 'caption', 'tip', 'label', 'title'];

const KINDS: Readonly<Record<string, Kind>> = {
  r: 'urgent',
  c: 'caption',
  t: 'tip',
  l: 'label',
  s: 'title',
};

/**
 * Converts a word such as 'l:Photos' into an event. Its id is its position in the sequence of
 * events, from 1.
 */
function eventOf(word: string, id: number): VoiceEvent {
  const [type = '', rest = ''] = word.split(':');
  const kind = KINDS[type];
  if (kind) return { type: 'say', saying: { id, kind, text: rest } };
  if (type === 'over' || type === 'dropped') return { type, id: Number(rest) };
  if (type === 'hushed' || type === 'released' || type === 'silenced') return { type };
  const kinds = rest.split('').flatMap((letter) => KINDS[letter] ?? []);
  return { type: 'allowed', kinds };
}

function told(story: string): Voice {
  const start: Voice = { ...SILENT, kinds: ALL };
  return story
    .split(' ')
    .reduce((voice, word, i) => voiceAfter(voice, eventOf(word, i + 1)), start);
}

test.each([
  ['a label is spoken', 'l:Photos', 'Photos', ''],
  ['a new label replaces the current one', 'l:Photos l:Watch', 'Watch', ''],
  ['the same label is not started again', 'l:Photos l:Photos over:1', undefined, ''],
  ['a caption replaces a label', 'l:Photos c:Lake', 'Lake', ''],
  ['a caption replaces a caption', 'c:Lake c:Garden', 'Garden', ''],
  ['a label waits for a caption', 'c:Lake l:Close', 'Lake', 'Close'],
  ['a waiting label is spoken after the caption', 'c:Lake l:Close over:1', 'Close', ''],
  ['only the newest waiting label is kept', 'c:Lake l:Next l:Close', 'Lake', 'Close'],
  ['a reminder replaces everything', 'c:Lake l:Close r:Metformin', 'Metformin', ''],
  ['a tip waits for a reminder', 'r:Metformin t:Tap', 'Metformin', 'Tap'],
  ['waiting texts are ordered by priority', 'r:M s:Home l:Taken t:Tap', 'M', 'Tap Taken Home'],
  ['a dropped caption is not spoken', 'c:Lake dropped:1', undefined, ''],
  ['a dropped waiting label is not spoken', 'c:Lake l:Close dropped:2 over:1', undefined, ''],
  ['the end of a replaced text is ignored', 'l:Photos l:Watch over:1', 'Watch', ''],
  ['a title waits for the label of the button', 'l:Return s:Home over:1', 'Home', ''],
  ['a title that was just spoken as a label is skipped', 'l:Photos over:1 s:Photos', undefined, ''],
  [
    'a title that was spoken while it waited is skipped',
    'c:Lake l:Photos s:Photos over:1 over:2',
    undefined,
    '',
  ],
  ['a label replaces a title', 's:Photos l:Help', 'Help', ''],
  [
    'labels and captions are not spoken during a tone',
    'hushed l:Photos c:Lake released',
    undefined,
    '',
  ],
  [
    'a tone ends the current and the waiting texts',
    'c:Lake l:Close hushed released',
    undefined,
    '',
  ],
  ['a reminder waits for the end of a tone', 'hushed r:Metformin', undefined, 'Metformin'],
  ['a waiting reminder is spoken after the tone', 'hushed r:Metformin released', 'Metformin', ''],
  ['a reminder waits for the last of two tones', 'hushed hushed r:M released', undefined, 'M'],
  ['an additional release changes nothing', 'released hushed l:Photos', undefined, ''],
  ['silencing removes all texts', 'r:Metformin l:Taken silenced', undefined, ''],
  ['a label after silencing is spoken', 'r:Metformin silenced l:Home', 'Home', ''],
  ['turning off a kind stops its current text', 'l:Photos allowed:c', undefined, ''],
  ['a text of a kind that is turned off is not spoken', 'allowed:c l:Photos', undefined, ''],
  ['a text of a kind that stays on continues', 'c:Lake l:Close allowed:c', 'Lake', ''],
  ['an empty text is not spoken', 'l:', undefined, ''],
])('the voice after a story: %s', (_, story, current, waiting) => {
  const voice = told(story);
  expect(voice.current?.text).toBe(current);
  expect(voice.waiting.map(({ text }) => text).join(' ')).toBe(waiting);
});

test('a text is not spoken until a screen allows it', () => {
  expect(voiceAfter(SILENT, eventOf('r:Metformin', 1))).toEqual(SILENT);
});
