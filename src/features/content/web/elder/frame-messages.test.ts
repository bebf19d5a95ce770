import { describe, expect, it } from 'vitest';
import { type FrameNews, messagesFor, newsOf, type ToldFrame } from './frame-messages.ts';

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
