import { describe, expect, test } from 'vitest';
import { type HoldEffect, type HoldEvent, holdAfter, RESTING } from './long-press.ts';

const down = { type: 'down', by: 'pointer' } as const;
const up = { type: 'up', by: 'pointer' } as const;
const keyDown = { type: 'down', by: 'key' } as const;
const keyUp = { type: 'up', by: 'key' } as const;
const left = { type: 'left' } as const;
const time = { type: 'time' } as const;
const virtual = { type: 'virtual-click' } as const;

function effectsOf(...events: HoldEvent[]): HoldEffect[] {
  let hold = RESTING;
  return events.map((event) => {
    const next = holdAfter(hold, event);
    hold = next.hold;
    return next.effect;
  });
}

describe('holdAfter events', () => {
  test.each<[string, HoldEvent[], HoldEffect[]]>([
    ['held long enough, it opens once', [down, time, up], [undefined, 'open', undefined]],
    ['released early, it shows a hint', [down, up, time], [undefined, 'hint', undefined]],
    [
      'sliding off the target cancels it',
      [down, left, up, time],
      [undefined, undefined, undefined, undefined],
    ],
    [
      'a held key works like a finger',
      [keyDown, keyDown, time, keyUp],
      [undefined, undefined, 'open', undefined],
    ],
    ['a key released early shows a hint', [keyDown, keyUp], [undefined, 'hint']],
    [
      "the release of another key does not end a finger's press",
      [down, keyUp, time],
      [undefined, undefined, 'open'],
    ],
    ['a virtual click opens at once', [virtual], ['open']],
    [
      'a virtual click opens after the pointer events that a screen reader simulates',
      [down, up, virtual],
      [undefined, 'hint', 'open'],
    ],
    [
      'it can be held again after an early release',
      [down, up, down, time],
      [undefined, 'hint', undefined, 'open'],
    ],
  ])('the effects of a long press: %s', (_, events, effects) => {
    expect(effectsOf(...events)).toEqual(effects);
  });
});
