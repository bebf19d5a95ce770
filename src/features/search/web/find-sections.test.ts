import { expect, it } from 'vitest';
import type { Found } from '../contract.ts';
import { sectionsOf } from './find-sections.ts';

const PAGES = [
  {
    title: 'Content Management',
    detail: 'What appears behind Watch, Listen and Read',
    path: '/admin',
  },
  { title: 'Medications', detail: 'Reminders the tablet shows', path: '/medications' },
];

const thing = (kind: Found['kind'], title: string): Found => ({
  kind,
  id: title,
  title,
  detail: '',
  albumId: null,
  date: null,
});

const titles = (found: Found[], typed: string) =>
  sectionsOf(PAGES, found, typed).map(({ title, choices }) => [
    title,
    ...choices.map((choice) => choice.title),
  ]);

it.each<[string, Found[], string, string[][]]>([
  [
    'nothing typed: all pages',
    [],
    '',
    [['Pages', 'Content Management', 'Medications', 'Keyboard shortcuts']],
  ],
  [
    'a title that begins so comes before a page with it in its description',
    [thing('medication', 'Lisinopril')],
    'li',
    [
      ['Medications', 'Lisinopril'],
      ['Pages', 'Content Management'],
    ],
  ],
  [
    'a page whose title begins so comes first',
    [thing('video', 'How to take medications')],
    'med',
    [
      ['Pages', 'Medications'],
      ['Videos', 'How to take medications'],
    ],
  ],
  [
    'no page for the middle of a word of its description',
    [thing('photo', 'Sunlit')],
    'nlit',
    [['Photos', 'Sunlit']],
  ],
])('%s', (_, found, typed, expected) => {
  expect(titles(found, typed)).toEqual(expected);
});
