import { describe, expect, it } from 'vitest';
import {
  type CardEvent,
  type CardState,
  LOADING,
  NOT_ENTERED,
  NOT_READY,
  nextCardState,
  objectionTo,
  type Setup,
} from './card-state.ts';

const open: Setup = { is: 'open', clientSecret: 'seti_1_secret' };
const another: Setup = { is: 'open', clientSecret: 'seti_2_secret' };
const confirmed: Setup = {
  is: 'confirmed',
  card: { setupIntentId: 'seti_1', paymentMethodId: 'pm_1' },
};
const spent: Setup = { is: 'spent' };

const ready: CardEvent = { type: 'ready', clientSecret: 'seti_1_secret' };
const typed: CardEvent = { type: 'typed', isComplete: true, error: undefined };
const half: CardEvent = { type: 'typed', isComplete: false, error: 'Your card number is wrong.' };
const confirming: CardEvent = { type: 'confirming' };
const done: CardEvent = { type: 'answered', setup: confirmed };
const declined: CardEvent = { type: 'answered', setup: open, error: 'Declined.' };
const refused: CardEvent = { type: 'refused', error: 'No money on it.' };

const after = (...events: CardEvent[]): CardState => events.reduce(nextCardState, LOADING);

describe('the setup that the next attempt uses', () => {
  it.each<[string, CardEvent[], Setup]>([
    ['of a field that is there is open', [ready], open],
    ['stays open while a card is typed', [ready, half, typed], open],
    ['stays open when the provider declines the card', [ready, typed, confirming, declined], open],
    ['is confirmed with its card', [ready, typed, confirming, done], confirmed],
    [
      'is spent when another card is typed after that',
      [ready, typed, confirming, done, typed],
      spent,
    ],
    ['is spent when the server refuses the card', [ready, typed, confirming, done, refused], spent],
    [
      'is another one after a refusal',
      [
        ready,
        typed,
        confirming,
        done,
        refused,
        confirming,
        { type: 'answered', setup: another, error: 'Declined.' },
      ],
      another,
    ],
    [
      'is confirmed again after a refusal',
      [ready, typed, confirming, done, refused, confirming, done],
      confirmed,
    ],
    [
      'is spent when another card was typed while one was confirmed',
      [ready, typed, confirming, typed, done],
      spent,
    ],
    [
      'stays open when another card was typed while one was declined',
      [ready, typed, confirming, typed, declined],
      open,
    ],
    [
      'is spent when the provider knows it no more',
      [ready, typed, confirming, { type: 'answered', setup: spent, error: 'Gone.' }],
      spent,
    ],
  ])('%s', (_, events, setup) => {
    expect(after(...events).setup).toEqual(setup);
  });
});

describe('what is said at the field', () => {
  it.each<[string, CardEvent[], string | undefined]>([
    ['nothing while it loads', [], undefined],
    ['why it did not come', [{ type: 'failed', error: 'Not loaded.' }], 'Not loaded.'],
    [
      'nothing when it is tried again',
      [{ type: 'failed', error: 'Not loaded.' }, { type: 'tried again' }],
      undefined,
    ],
    ['what is wrong with what is typed', [ready, half], 'Your card number is wrong.'],
    ['nothing once it is right', [ready, half, typed], undefined],
    ['what the provider says', [ready, typed, confirming, declined], 'Declined.'],
    ['nothing while it is asked', [ready, typed, confirming, declined, confirming], undefined],
    ['what the server says', [ready, typed, confirming, done, refused], 'No money on it.'],
    [
      'nothing of a card that is typed anew',
      [ready, typed, confirming, declined, typed],
      undefined,
    ],
  ])('%s', (_, events, error) => {
    expect(after(...events).error).toBe(error);
  });
});

describe('what speaks against confirming', () => {
  it.each<[string, CardEvent[], string | undefined]>([
    ['a field that loads', [], NOT_READY],
    ['a field that did not come', [{ type: 'failed', error: 'Not loaded.' }], NOT_READY],
    ['an empty field', [ready], NOT_ENTERED],
    ['half a card', [ready, typed, half], NOT_ENTERED],
    ['nothing when a whole card stands there', [ready, typed], undefined],
    ['nothing after a refusal', [ready, typed, confirming, done, refused], undefined],
  ])('is %s', (_, events, objection) => {
    expect(objectionTo(after(...events))).toBe(objection);
  });
});

it('each new attempt to load the field has its number', () => {
  expect(after({ type: 'failed', error: 'Not loaded.' }, { type: 'tried again' })).toEqual({
    ...LOADING,
    attempt: 2,
  });
});
