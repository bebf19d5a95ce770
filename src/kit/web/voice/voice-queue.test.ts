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
 * Converts a word such as 'l:Photos' into an event; its id is the position in the story, from 1.
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
  ['a new label replaces the one being spoken', 'l:Photos l:Watch', 'Watch', ''],
  ['the same label is not begun again', 'l:Photos l:Photos over:1', undefined, ''],
  ['a caption replaces a label', 'l:Photos c:Lake', 'Lake', ''],
  ['a caption replaces a caption', 'c:Lake c:Garden', 'Garden', ''],
  ['a label waits for the caption', 'c:Lake l:Close', 'Lake', 'Close'],
  ['and is spoken after it', 'c:Lake l:Close over:1', 'Close', ''],
  ['of waiting labels the newest counts', 'c:Lake l:Next l:Close', 'Lake', 'Close'],
  ['a reminder goes before all', 'c:Lake l:Close r:Metformin', 'Metformin', ''],
  ['a caption and a tip wait for the reminder', 'r:Metformin t:Tap', 'Metformin', 'Tap'],
  ['what waits is in the order of its weight', 'r:M s:Home l:Taken t:Tap', 'M', 'Tap Taken Home'],
  ['what has gone is no longer spoken', 'c:Lake dropped:1', undefined, ''],
  ['nor what waited', 'c:Lake l:Close dropped:2 over:1', undefined, ''],
  ['the end of what was replaced ends nothing', 'l:Photos l:Watch over:1', 'Watch', ''],
  ['a title waits for the label of the button', 'l:Return s:Home over:1', 'Home', ''],
  ['a title says nothing twice', 'l:Photos over:1 s:Photos', undefined, ''],
  ['nor after it has waited', 'c:Lake l:Photos s:Photos over:1 over:2', undefined, ''],
  ['a label replaces a title', 's:Photos l:Help', 'Help', ''],
  ['nothing is spoken over a tone', 'hushed l:Photos c:Lake released', undefined, ''],
  ['a tone ends what is spoken, and what waits', 'c:Lake l:Close hushed released', undefined, ''],
  ['a reminder waits for the end of a tone', 'hushed r:Metformin', undefined, 'Metformin'],
  ['and is spoken then', 'hushed r:Metformin released', 'Metformin', ''],
  ['the last of two sounds counts', 'hushed hushed r:M released', undefined, 'M'],
  ['one release too many changes nothing', 'released hushed l:Photos', undefined, ''],
  ['silenced, all of it is forgotten', 'r:Metformin l:Taken silenced', undefined, ''],
  ['and the next label is heard', 'r:Metformin silenced l:Home', 'Home', ''],
  ['what is switched off stops at once', 'l:Photos allowed:c', undefined, ''],
  ['and is not begun', 'allowed:c l:Photos', undefined, ''],
  ['what stays switched on goes on', 'c:Lake l:Close allowed:c', 'Lake', ''],
  ['nothing has no voice', 'l:', undefined, ''],
])('the voice after a story: %s', (_, story, current, waiting) => {
  const voice = told(story);
  expect(voice.current?.text).toBe(current);
  expect(voice.waiting.map(({ text }) => text).join(' ')).toBe(waiting);
});

test('a text is not spoken until a screen allows it', () => {
  expect(voiceAfter(SILENT, eventOf('r:Metformin', 1))).toEqual(SILENT);
});
