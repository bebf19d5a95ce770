import { expect, test } from 'vitest';
import { type Notice, noticeIn } from './notice.ts';

const WHOLE: Notice = { title: 'Overdue', body: 'Metformin', tag: 'dose-1', path: '/medications' };
const UNKNOWN: Notice = {
  title: 'Medication alert',
  body: 'Open the Medications page to see what happened.',
  tag: 'medication-alert',
  path: '/medications',
};

test.each<[string, Notice]>([
  [JSON.stringify(WHOLE), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '/my-day' }), { ...WHOLE, path: '/my-day' }],
  [JSON.stringify({ ...WHOLE, path: 'https://elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '//elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '/\\elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, title: '', tag: 5 }), { ...UNKNOWN, body: 'Metformin' }],
  ['', UNKNOWN],
  ['null', UNKNOWN],
  ['not JSON', UNKNOWN],
])('a push always becomes a notice of this server: %s', (text, notice) => {
  expect(noticeIn(text)).toEqual(notice);
});
