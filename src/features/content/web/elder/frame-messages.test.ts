import { describe, expect, it } from 'vitest';
import {
  addReport,
  type FrameNews,
  type FrameState,
  lengthIn,
  messagesFor,
  NO_REPORTS,
  newsOf,
} from './frame-messages.ts';

describe('messagesFor returns messages to a frame', () => {
  it('messagesFor returns messages of the YouTube player API', () => {
    expect(messagesFor('youtube', 'pause').map((message) => JSON.parse(message))).toEqual([
      { event: 'command', func: 'pauseVideo', args: '' },
    ]);
    expect(JSON.parse(messagesFor('youtube', 'tell')[0] ?? '')).toMatchObject({
      event: 'listening',
    });
  });

  it('messagesFor returns messages of the Vimeo player API', () => {
    expect(messagesFor('vimeo', 'play').map((message) => JSON.parse(message))).toEqual([
      { method: 'play' },
    ]);
    expect(messagesFor('vimeo', 'tell')).toContain('{"method":"addEventListener","value":"pause"}');
  });
});

const youtube = (event: string, info: unknown) => JSON.stringify({ event, info });

const NEWS: readonly [string, FrameState, unknown, FrameNews | undefined][] = [
  ['YouTube plays', 'youtube', youtube('onStateChange', 1), 'playing'],
  ['YouTube is buffering', 'youtube', youtube('infoDelivery', { playerState: 3 }), 'playing'],
  ['YouTube is paused', 'youtube', youtube('infoDelivery', { playerState: 2 }), 'still'],
  ['YouTube is at the end', 'youtube', youtube('onStateChange', 0), 'still'],
  ['YouTube is ready', 'youtube', youtube('initialDelivery', { playerState: 5 }), 'still'],
  ['an advertisement may run', 'youtube', youtube('onStateChange', -1), 'there'],
  ['YouTube reports its volume', 'youtube', youtube('infoDelivery', { volume: 80 }), 'there'],
  ['YouTube is ready for commands', 'youtube', youtube('onReady', null), 'there'],
  ['Vimeo plays', 'vimeo', { event: 'play', data: {} }, 'playing'],
  ['Vimeo is paused', 'vimeo', '{"event":"pause"}', 'still'],
  ['Vimeo is at the end', 'vimeo', '{"event":"ended"}', 'still'],
  ['Vimeo is ready for commands', 'vimeo', '{"method":"ping"}', 'there'],
  ['text that is not JSON', 'youtube', 'hello', undefined],
  ['JSON null', 'vimeo', 'null', undefined],
  ['a number', 'vimeo', 7, undefined],
  ['an unknown object', 'vimeo', { hello: 'you' }, undefined],
];

describe('newsOf reads messages of a frame', () => {
  it.each(NEWS)('newsOf a message: %s', (_title, frame, message, news) => {
    expect(newsOf(frame, message)).toBe(news);
  });
});

const told = (info: object) => youtube('infoDelivery', info);

const LENGTHS: readonly [string, FrameState, readonly unknown[], number | undefined][] = [
  [
    'YouTube reports the duration and then plays',
    'youtube',
    [told({ duration: 760.4 }), told({ playerState: 1 })],
    760,
  ],
  [
    'YouTube plays and then reports the duration',
    'youtube',
    [youtube('onStateChange', 1), told({ duration: 760.4, currentTime: 1 })],
    760,
  ],
  [
    'YouTube reports both in one message',
    'youtube',
    [told({ playerState: 1, duration: 760 })],
    760,
  ],
  ['YouTube has not started', 'youtube', [told({ playerState: 5, duration: 760 })], undefined],
  ['an advertisement plays', 'youtube', [told({ playerState: -1, duration: 15 })], undefined],
  [
    'the video follows an advertisement',
    'youtube',
    [told({ playerState: -1, duration: 15 }), told({ duration: 760 }), told({ playerState: 1 })],
    760,
  ],
  [
    'YouTube does not know the duration yet',
    'youtube',
    [told({ playerState: 1, duration: 0 })],
    undefined,
  ],
  [
    'a live broadcast has no duration',
    'youtube',
    [told({ playerState: 1, duration: 5000, videoData: { isLive: true } })],
    undefined,
  ],
  [
    'YouTube reports an invalid duration',
    'youtube',
    [told({ playerState: 1, duration: 'long' })],
    undefined,
  ],
  [
    'Vimeo reports the duration when it plays',
    'vimeo',
    [{ event: 'play', data: { duration: 61.86 } }],
    62,
  ],
  [
    'Vimeo answers a request for the duration and then plays',
    'vimeo',
    ['{"method":"getDuration","value":61.86}', { event: 'play' }],
    62,
  ],
  ['Vimeo has not started', 'vimeo', [{ method: 'getDuration', value: 61.86 }], undefined],
  [
    'Vimeo reports another value',
    'vimeo',
    [{ event: 'play' }, { method: 'x', value: 3 }],
    undefined,
  ],
  [
    'a duration of more than a day is ignored',
    'vimeo',
    [{ event: 'play', data: { duration: 90_000 } }],
    undefined,
  ],
];

describe('heardAfter and lengthIn find the duration', () => {
  it.each(LENGTHS)('duration in a frame: %s', (_title, frame, messages, seconds) => {
    const heard = messages.reduce<typeof NO_REPORTS>(
      (before, message) => addReport(before, frame, message),
      NO_REPORTS,
    );
    expect(lengthIn(heard)).toBe(seconds);
  });
});
