import { describe, expect, it } from 'vitest';
import { musicPlayer, videoPlayer } from '../domain/players.ts';
import { pastedAddress } from './pasted-address.ts';

const SPOTIFY = '37i9dQZF1DXcBWIGoYBM5M';
const PLAYLIST = `https://open.spotify.com/playlist/${SPOTIFY}`;
const VIDEO = 'https://www.youtube.com/watch?v=Qm846KdZN_c';
const EMBED = 'https://www.youtube.com/embed/Qm846KdZN_c?si=a&controls=0';

describe('pastedAddress finds the address in pasted text', () => {
  it.each([
    ['a link', VIDEO, VIDEO],
    ['a link without a scheme', 'youtu.be/Qm846KdZN_c', 'youtu.be/Qm846KdZN_c'],
    ['a link with invisible characters', `\ufeff${VIDEO}\u200b `, VIDEO],
    ['a Spotify URI', `spotify:playlist:${SPOTIFY}`, PLAYLIST],
    ['an older Spotify URI', `spotify:user:rosa:playlist:${SPOTIFY}`, PLAYLIST],
    ['the text of a share dialog', `Evening\n${PLAYLIST}?si=1`, `${PLAYLIST}?si=1`],
    ['a link in a sentence', `Listen to this (${PLAYLIST}).`, PLAYLIST],
    ['a link in angle brackets', `<${VIDEO}>`, VIDEO],
    ['a link in quotation marks', `“${VIDEO}”`, VIDEO],
    [
      'the embed code of YouTube',
      `<iframe width="560" src="${EMBED.replace('&', '&amp;')}" title="Birds"></iframe>`,
      EMBED,
    ],
    [
      'the embed code of Spotify',
      `<iframe style="border-radius:12px" src='https://open.spotify.com/embed/playlist/${SPOTIFY}'></iframe>`,
      `https://open.spotify.com/embed/playlist/${SPOTIFY}`,
    ],
    [
      'an embed code without a scheme',
      '<iframe src="//player.vimeo.com/video/76979871"></iframe>',
      'https://player.vimeo.com/video/76979871',
    ],
    [
      'a link from search results',
      `https://www.google.com/url?q=${encodeURIComponent(VIDEO)}&sa=D`,
      VIDEO,
    ],
    [
      'a link from British search results',
      `https://www.google.co.uk/url?sa=t&url=${encodeURIComponent(VIDEO)}`,
      VIDEO,
    ],
    ['a link from Facebook', `https://l.facebook.com/l.php?u=${encodeURIComponent(VIDEO)}`, VIDEO],
    [
      'a link from a description',
      `https://www.youtube.com/redirect?q=example.org/a`,
      'https://example.org/a',
    ],
  ])('pastedAddress finds the address in %s', (_what, pasted, address) => {
    expect(pastedAddress(pasted)).toBe(address);
  });

  it.each([
    'https://example.org/url?q=https%3A%2F%2Fexample.com',
    'https://www.google.com/url?q=javascript%3Aalert(1)',
    'https://google.evil.example/url?q=https%3A%2F%2Fexample.com',
    'https://example.org/?next=https://example.com/',
    'javascript:alert(1)',
    'spotify:playlist:short',
    'nothing at all',
  ])('pastedAddress returns %j unchanged', (text) => {
    expect(pastedAddress(text)).toBe(text);
  });

  it('pastedAddress returns addresses that have a player', () => {
    expect(musicPlayer(pastedAddress(`spotify:album:${SPOTIFY}`))).toBeDefined();
    expect(videoPlayer(pastedAddress(`<iframe src="${EMBED}"></iframe>`))).toBeDefined();
  });
});
