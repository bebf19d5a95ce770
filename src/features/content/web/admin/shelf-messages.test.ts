import { describe, expect, it } from 'vitest';
import { WRONG_DURATION } from '../../domain/duration.ts';
import { WRONG_TRACK_COUNT } from '../../domain/track-count.ts';
import { problemsIn, shortUrl, wrongIn } from './shelf-messages.ts';

describe('shortUrl shortens a URL for the list', () => {
  it.each([
    ['a'.repeat(59), 'a'.repeat(59)],
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(60)}...`],
  ])('a URL is cut after 60 characters: %s', (url, shown) => {
    expect(shortUrl(url)).toBe(shown);
  });
});

describe('problemsIn finds missing fields', () => {
  const URL = 'https://example.org';

  it.each([
    ['videos', '', URL, {}],
    ['videos', 'Birds', ' ', { url: 'Please enter a video URL' }],
    ['playlists', '', '', { url: 'Please enter a playlist URL' }],
    ['articles', 'Roses', '', { url: 'Please enter an article URL' }],
    ['articles', ' ', URL, { title: 'Please enter an article title' }],
    [
      'articles',
      '',
      '',
      { url: 'Please enter an article URL', title: 'Please enter an article title' },
    ],
  ] as const)(
    'problemsIn checks an entry of %s with the title %j and the URL %j',
    (kind, title, url, missing) => {
      expect(problemsIn({ title, url, detail: '' }, kind)).toEqual(missing);
    },
  );
});

describe('problemsIn checks the detail of an entry', () => {
  it.each([
    ['videos', '12:40', undefined],
    ['videos', ' 1:02:30 ', undefined],
    ['videos', '', undefined],
    ['videos', '12', WRONG_DURATION],
    ['playlists', '24', undefined],
    ['playlists', ' ', undefined],
    ['playlists', '24 tracks', WRONG_TRACK_COUNT],
  ] as const)('problemsIn checks the detail of %s: %j', (kind, detail, wrong) => {
    const entry = { title: 'Birds', url: 'https://example.org', detail };
    expect(problemsIn(entry, kind).detail).toBe(wrong);
  });
});

it("wrongIn maps the server's errors to the fields of the form", () => {
  expect(wrongIn({ spotifyUrl: 'a', name: 'b' })).toEqual({ url: 'a', title: 'b' });
  expect(wrongIn({ duration: 'a' })).toEqual({ detail: 'a' });
  expect(wrongIn({ trackCount: 'a' })).toEqual({ detail: 'a' });
  expect(wrongIn({ url: 'a' })).toEqual({ url: 'a' });
  expect(wrongIn({})).toEqual({});
});
