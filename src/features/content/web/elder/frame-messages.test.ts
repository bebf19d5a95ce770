import { describe, expect, it } from 'vitest';
import {
  type FrameNews,
  heardAfter,
  lengthIn,
  messagesFor,
  NOTHING_HEARD,
  newsOf,
  type ToldFrame,
} from './frame-messages.ts';

describe('what is said to a frame', () => {
  it('is what YouTube understands', () => {
    expect(messagesFor('youtube', 'pause').map((message) => JSON.parse(message))).toEqual([
      { event: 'command', func: 'pauseVideo', args: '' },
    ]);
    expect(JSON.parse(messagesFor('youtube', 'tell')[0] ?? '')).toMatchObject({
      event: 'listening',
    });
  });

  it('is what Vimeo understands', () => {
    expect(messagesFor('vimeo', 'play').map((message) => JSON.parse(message))).toEqual([
      { method: 'play' },
    ]);
    expect(messagesFor('vimeo', 'tell')).toContain('{"method":"addEventListener","value":"pause"}');
  });
});

const youtube = (event: string, info: unknown) => JSON.stringify({ event, info });

const NEWS: readonly [string, ToldFrame, unknown, FrameNews | undefined][] = [
  ['YouTube plays', 'youtube', youtube('onStateChange', 1), 'playing'],
  ['YouTube loads on', 'youtube', youtube('infoDelivery', { playerState: 3 }), 'playing'],
  ['YouTube is paused', 'youtube', youtube('infoDelivery', { playerState: 2 }), 'still'],
  ['YouTube is at the end', 'youtube', youtube('onStateChange', 0), 'still'],
  ['YouTube is ready', 'youtube', youtube('initialDelivery', { playerState: 5 }), 'still'],
  ['an advertisement may run', 'youtube', youtube('onStateChange', -1), 'there'],
  ['YouTube tells its volume', 'youtube', youtube('infoDelivery', { volume: 80 }), 'there'],
  ['YouTube listens', 'youtube', youtube('onReady', null), 'there'],
  ['Vimeo plays', 'vimeo', { event: 'play', data: {} }, 'playing'],
  ['Vimeo is paused', 'vimeo', '{"event":"pause"}', 'still'],
  ['Vimeo is at the end', 'vimeo', '{"event":"ended"}', 'still'],
  ['Vimeo listens', 'vimeo', '{"method":"ping"}', 'there'],
  ['no JSON', 'youtube', 'hello', undefined],
  ['no message', 'vimeo', 'null', undefined],
  ['a number', 'vimeo', 7, undefined],
  ['something else', 'vimeo', { hello: 'you' }, undefined],
];

describe('what a frame says', () => {
  it.each(NEWS)('%s', (_title, frame, message, news) => {
    expect(newsOf(frame, message)).toBe(news);
  });
});

const told = (info: object) => youtube('infoDelivery', info);

const LENGTHS: readonly [string, ToldFrame, readonly unknown[], number | undefined][] = [
  [
    'YouTube tells it, and then plays',
    'youtube',
    [told({ duration: 760.4 }), told({ playerState: 1 })],
    760,
  ],
  [
    'YouTube plays, and then tells it',
    'youtube',
    [youtube('onStateChange', 1), told({ duration: 760.4, currentTime: 1 })],
    760,
  ],
  ['YouTube tells both at once', 'youtube', [told({ playerState: 1, duration: 760 })], 760],
  ['YouTube has not begun', 'youtube', [told({ playerState: 5, duration: 760 })], undefined],
  ['an advertisement runs', 'youtube', [told({ playerState: -1, duration: 15 })], undefined],
  [
    'the video comes after the advertisement',
    'youtube',
    [told({ playerState: -1, duration: 15 }), told({ duration: 760 }), told({ playerState: 1 })],
    760,
  ],
  ['YouTube does not know it yet', 'youtube', [told({ playerState: 1, duration: 0 })], undefined],
  [
    'a broadcast goes on',
    'youtube',
    [told({ playerState: 1, duration: 5000, videoData: { isLive: true } })],
    undefined,
  ],
  ['YouTube says nonsense', 'youtube', [told({ playerState: 1, duration: 'long' })], undefined],
  ['Vimeo tells it as it plays', 'vimeo', [{ event: 'play', data: { duration: 61.86 } }], 62],
  [
    'Vimeo is asked for it, and then plays',
    'vimeo',
    ['{"method":"getDuration","value":61.86}', { event: 'play' }],
    62,
  ],
  ['Vimeo has not begun', 'vimeo', [{ method: 'getDuration', value: 61.86 }], undefined],
  ['Vimeo tells another value', 'vimeo', [{ event: 'play' }, { method: 'x', value: 3 }], undefined],
  ['it is longer than a day', 'vimeo', [{ event: 'play', data: { duration: 90_000 } }], undefined],
];

describe('the length of what a frame plays', () => {
  it.each(LENGTHS)('%s', (_title, frame, messages, seconds) => {
    const heard = messages.reduce<typeof NOTHING_HEARD>(
      (before, message) => heardAfter(before, frame, message),
      NOTHING_HEARD,
    );
    expect(lengthIn(heard)).toBe(seconds);
  });
});
