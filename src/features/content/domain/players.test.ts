import { describe, expect, it } from 'vitest';
import { isListOfVideos, musicPlayer, videoPlayer, withAutoplay } from './players.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/';
const WISHES = 'cc_load_policy=1&rel=0&playsinline=1&enablejsapi=1';
const ID = 'dQw4w9WgXcQ';
const LIST = 'PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf';
const SPOTIFY = '37i9dQZF1DXcBWIGoYBM5M';

it.each([
  [`https://www.youtube.com/playlist?list=${LIST}`, true],
  [`https://www.youtube.com/watch?v=${ID}&list=${LIST}&index=3`, false],
  [`https://www.youtube.com/watch?v=${ID}`, false],
  ['https://vimeo.com/76979871', false],
  ['https://example.org/garden.mp4', false],
])('%s is a list of videos: %s', (url, isList) => {
  expect(isListOfVideos(videoPlayer(url))).toBe(isList);
});

describe('videoPlayer returns a player for a video address', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${ID}`, `${ID}?${WISHES}`],
    [`http://youtube.com/watch?feature=share&v=${ID}`, `${ID}?${WISHES}`],
    [`youtube.com/watch?v=${ID}`, `${ID}?${WISHES}`],
    [`  https://m.youtube.com/watch?v=${ID}  `, `${ID}?${WISHES}`],
    [`https://music.youtube.com/watch?v=${ID}`, `${ID}?${WISHES}`],
    [`https://youtu.be/${ID}?si=abc`, `${ID}?${WISHES}`],
    [`https://www.youtube.com/shorts/${ID}`, `${ID}?${WISHES}`],
    [`https://www.youtube.com/live/${ID}?feature=share`, `${ID}?${WISHES}`],
    [`https://www.youtube.com/embed/${ID}`, `${ID}?${WISHES}`],
    [`https://www.youtube-nocookie.com/embed/${ID}`, `${ID}?${WISHES}`],
    [`https://youtu.be/${ID}?t=90`, `${ID}?${WISHES}&start=90`],
    [`https://www.youtube.com/watch?v=${ID}&t=1h2m3s`, `${ID}?${WISHES}&start=3723`],
    [`https://www.youtube.com/watch?v=${ID}&start=12`, `${ID}?${WISHES}&start=12`],
    [`https://www.youtube.com/watch?v=${ID}#t=5s`, `${ID}?${WISHES}&start=5`],
    [`https://www.youtube.com/watch?v=${ID}&t=soon`, `${ID}?${WISHES}`],
    // A video opened from a playlist is only that video.
    [`https://www.youtube.com/watch?v=${ID}&list=${LIST}&index=3`, `${ID}?${WISHES}`],
    [`https://www.youtube.com/playlist?list=${LIST}`, `videoseries?${WISHES}&list=${LIST}`],
  ])('videoPlayer returns the YouTube player of %s', (url, embed) => {
    expect(videoPlayer(url)).toMatchObject({ kind: 'youtube', embedUrl: YOUTUBE + embed });
  });

  it.each([
    ['https://vimeo.com/76979871', '76979871?dnt=1&texttrack=en'],
    ['https://www.vimeo.com/76979871?share=copy', '76979871?dnt=1&texttrack=en'],
    ['https://vimeo.com/76979871/8272103f6e', '76979871?h=8272103f6e&dnt=1&texttrack=en'],
    ['https://player.vimeo.com/video/76979871', '76979871?dnt=1&texttrack=en'],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      '76979871?h=8272103f6e&dnt=1&texttrack=en',
    ],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871?dnt=1&texttrack=en'],
    ['https://vimeo.com/showcase/1234567/video/76979871', '76979871?dnt=1&texttrack=en'],
    ['https://vimeo.com/groups/1234567/videos/76979871', '76979871?dnt=1&texttrack=en'],
  ])('videoPlayer returns the Vimeo player of %s', (url, embed) => {
    const embedUrl = `https://player.vimeo.com/video/${embed}`;
    expect(videoPlayer(url)).toEqual({ kind: 'vimeo', id: '76979871', embedUrl });
  });

  it.each([
    ['https://example.org/garden.mp4', 'video'],
    ['http://example.org/a/GARDEN.WEBM?download=1', 'video'],
    ['https://example.org/garden.ogv', 'video'],
    ['https://example.org/garden.mov', 'video'],
    ['https://example.org/garden.m4v', 'video'],
    ['https://example.org/live/index.m3u8?token=x', 'stream'],
  ])('videoPlayer plays the file or stream %s', (url, kind) => {
    expect(videoPlayer(url)).toEqual({ kind, url });
  });

  it.each([
    '',
    'garden',
    'My holiday video',
    'https://',
    'ftp://example.org/garden.mp4',
    'file:///home/garden.mp4',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'data:video/mp4;base64,AAAA',
    'https://example.org/garden',
    'https://example.org/garden.html?file=x.mp4',
    'https://example.org/song.mp3',
    'https://localhost/garden.mp4',
    'https://me:secret@example.org/garden.mp4',
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/playlist?list=WL',
    `https://youtube.com.example.org/watch?v=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    'https://vimeo.com/staffpicks',
    'https://vimeo.com/showcase/1234567',
    `https://open.spotify.com/playlist/${SPOTIFY}`,
  ])('videoPlayer returns undefined for %s', (url) => {
    expect(videoPlayer(url)).toBeUndefined();
  });
});

describe('musicPlayer returns a player for a music address', () => {
  it.each([
    [`https://open.spotify.com/playlist/${SPOTIFY}?si=abc`, 'Spotify', `playlist/${SPOTIFY}`],
    [`https://open.spotify.com/intl-de/album/${SPOTIFY}`, 'Spotify', `album/${SPOTIFY}`],
    [`https://open.spotify.com/track/${SPOTIFY}`, 'Spotify', `track/${SPOTIFY}`],
    [`https://open.spotify.com/artist/${SPOTIFY}`, 'Spotify', `artist/${SPOTIFY}`],
    [`https://open.spotify.com/show/${SPOTIFY}`, 'Spotify', `show/${SPOTIFY}`],
    [`https://open.spotify.com/episode/${SPOTIFY}`, 'Spotify', `episode/${SPOTIFY}`],
    [`https://open.spotify.com/embed/playlist/${SPOTIFY}`, 'Spotify', `playlist/${SPOTIFY}`],
    [`https://open.spotify.com/user/me/playlist/${SPOTIFY}`, 'Spotify', `playlist/${SPOTIFY}`],
  ])('musicPlayer returns the Spotify player of %s', (url, provider, what) => {
    const embedUrl = `https://open.spotify.com/embed/${what}`;
    expect(musicPlayer(url)).toEqual({ kind: 'music', provider, embedUrl });
  });

  it.each([
    [
      'https://music.apple.com/us/playlist/todays-hits/pl.f4d106fed2bd41149aaacabb233eb5eb',
      'Apple Music',
      'https://embed.music.apple.com/us/playlist/pl.f4d106fed2bd41149aaacabb233eb5eb',
    ],
    [
      'https://music.apple.com/gb/album/abbey-road/1441164426?i=1441164430',
      'Apple Music',
      'https://embed.music.apple.com/gb/album/1441164426?i=1441164430',
    ],
    [
      'https://www.deezer.com/us/playlist/1313621735',
      'Deezer',
      'https://widget.deezer.com/widget/auto/playlist/1313621735',
    ],
    [
      'https://www.deezer.com/artist/27',
      'Deezer',
      'https://widget.deezer.com/widget/auto/artist/27/top_tracks',
    ],
    [
      'https://soundcloud.com/someone/sets/evening?si=abc',
      'SoundCloud',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsomeone%2Fsets%2Fevening&auto_play=false',
    ],
    [
      'https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293',
      'SoundCloud',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293&auto_play=false',
    ],
  ])('musicPlayer returns the player of another service for %s', (url, provider, embedUrl) => {
    expect(musicPlayer(url)).toEqual({ kind: 'music', provider, embedUrl });
  });

  it.each([
    [`https://www.youtube.com/playlist?list=${LIST}`, `videoseries?${WISHES}&list=${LIST}`],
    [`https://music.youtube.com/playlist?list=${LIST}`, `videoseries?${WISHES}&list=${LIST}`],
    [`https://www.youtube.com/watch?v=${ID}&list=${LIST}`, `${ID}?${WISHES}&list=${LIST}`],
    [`https://youtu.be/${ID}`, `${ID}?${WISHES}`],
  ])('musicPlayer returns the YouTube player with the whole list of %s', (url, embed) => {
    expect(musicPlayer(url)).toMatchObject({ kind: 'youtube', embedUrl: YOUTUBE + embed });
  });

  it.each([
    ['https://example.org/song.mp3', 'audio'],
    ['https://example.org/song.M4A', 'audio'],
    ['https://example.org/song.aac', 'audio'],
    ['https://example.org/song.ogg', 'audio'],
    ['https://example.org/song.oga', 'audio'],
    ['https://example.org/song.opus', 'audio'],
    ['https://example.org/song.flac', 'audio'],
    ['https://example.org/song.wav', 'audio'],
    ['https://example.org/radio/live.m3u8', 'stream'],
  ])('musicPlayer plays the file or stream %s', (url, kind) => {
    expect(musicPlayer(url)).toEqual({ kind, url });
  });

  it.each([
    'https://open.spotify.com/',
    'https://open.spotify.com/playlist/short',
    'https://open.spotify.com/genre/0JQ5DAqbMKFQ00XGBDHwgu',
    `spotify:playlist:${SPOTIFY}`,
    'https://music.apple.com/us/browse',
    'https://www.deezer.com/us/channels/explore',
    'https://soundcloud.com/',
    'https://soundcloud.com/discover',
    'https://w.soundcloud.com/player/?url=https%3A//example.org/x',
    'https://example.org/radio',
    'https://example.org/radio.pls',
    'https://example.org/garden.mp4',
    'https://vimeo.com/76979871',
  ])('musicPlayer returns undefined for %s', (url) => {
    expect(musicPlayer(url)).toBeUndefined();
  });
});

describe('withAutoplay adds autoplay where the provider supports it', () => {
  const embedOf = (url: string) => {
    const player = videoPlayer(url) ?? musicPlayer(url);
    const playing = player && withAutoplay(player);
    return playing && 'embedUrl' in playing ? playing.embedUrl : undefined;
  };

  it('YouTube and Vimeo play automatically', () => {
    expect(embedOf(`https://youtu.be/${ID}`)).toBe(`${YOUTUBE}${ID}?${WISHES}&autoplay=1`);
    expect(embedOf('https://vimeo.com/76979871')).toMatch(/&autoplay=1$/);
  });

  it('a music service does not play automatically', () => {
    const embedUrl = `https://open.spotify.com/embed/playlist/${SPOTIFY}`;
    expect(embedOf(`https://open.spotify.com/playlist/${SPOTIFY}`)).toBe(embedUrl);
  });
});
