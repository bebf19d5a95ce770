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
    'nothing typed returns all pages',
    [],
    '',
    [['Pages', 'Content Management', 'Medications', 'Keyboard shortcuts']],
  ],
  [
    'a title with that beginning comes before a page with the text in its description',
    [thing('medication', 'Lisinopril')],
    'li',
    [
      ['Medications', 'Lisinopril'],
      ['Pages', 'Content Management'],
    ],
  ],
  [
    'a page with a title with that beginning comes first',
    [thing('video', 'How to take medications')],
    'med',
    [
      ['Pages', 'Medications'],
      ['Videos', 'How to take medications'],
    ],
  ],
  [
    'the middle of a word in a description finds no page',
    [thing('photo', 'Sunlit')],
    'nlit',
    [['Photos', 'Sunlit']],
  ],
])('sections of the palette: %s', (_, found, typed, expected) => {
  expect(titles(found, typed)).toEqual(expected);
});
