import { expect, test } from 'vitest';
import { type Notice, noticeIn, takenNotice } from './notice.ts';

const TOKEN = 'RqL2M5qwESr6uqTBWDQ6YItMi1vfg7_uxM3AuZzindA';

const WHOLE: Notice = {
  title: 'Overdue',
  body: 'Metformin',
  tag: 'dose-1',
  path: '/medications',
  takeOver: '',
  isQuiet: false,
};
const UNKNOWN: Notice = {
  title: 'Medication alert',
  body: 'Open the Medications page to see what happened.',
  tag: 'medication-alert',
  path: '/medications',
  takeOver: '',
  isQuiet: false,
};

test.each<[string, Notice]>([
  [JSON.stringify(WHOLE), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '/my-day' }), { ...WHOLE, path: '/my-day' }],
  [JSON.stringify({ ...WHOLE, path: 'https://elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '//elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, path: '/\\elsewhere.example/' }), WHOLE],
  [JSON.stringify({ ...WHOLE, takeOver: TOKEN }), { ...WHOLE, takeOver: TOKEN }],
  [JSON.stringify({ ...WHOLE, takeOver: '../auth/logout' }), WHOLE],
  [JSON.stringify({ ...WHOLE, quiet: true }), { ...WHOLE, isQuiet: true }],
  [JSON.stringify({ ...WHOLE, title: '', tag: 5 }), { ...UNKNOWN, body: 'Metformin' }],
  ['', UNKNOWN],
  ['null', UNKNOWN],
  ['not JSON', UNKNOWN],
])('each push becomes a notice with a path of this server: %s', (text, notice) => {
  expect(noticeIn(text)).toEqual(notice);
});

test.each([
  [{ state: 'yours', holder: 'Maria' }, 'You have it'],
  [{ state: 'theirs', holder: 'David' }, 'David has it'],
  [{ state: 'over', holder: null }, 'It is over'],
  [{ state: 'used', holder: null }, undefined],
  [{ state: 'open', holder: null }, undefined],
  [{ code: 'invalid-alert-link' }, undefined],
  [null, undefined],
])('a press on the notification shows the answer of the server: %o', (answer, title) => {
  expect(takenNotice(answer)?.title).toBe(title);
});
