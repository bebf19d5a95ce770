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

describe('the setup of the next attempt', () => {
  it.each<[string, CardEvent[], Setup]>([
    ['of a loaded field is open', [ready], open],
    ['stays open while a card is typed', [ready, half, typed], open],
    ['stays open when the provider declines the card', [ready, typed, confirming, declined], open],
    ['is confirmed with its card', [ready, typed, confirming, done], confirmed],
    [
      'is spent when another card is typed after the confirmation',
      [ready, typed, confirming, done, typed],
      spent,
    ],
    ['is spent when the server refuses the card', [ready, typed, confirming, done, refused], spent],
    [
      'is a new one after a refusal',
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
      'is spent when the provider does not know it',
      [ready, typed, confirming, { type: 'answered', setup: spent, error: 'Gone.' }],
      spent,
    ],
  ])('the setup %s', (_, events, setup) => {
    expect(after(...events).setup).toEqual(setup);
  });
});

describe('the error at the card field', () => {
  it.each<[string, CardEvent[], string | undefined]>([
    ['undefined while it loads', [], undefined],
    [
      'the reason why it could not be loaded',
      [{ type: 'failed', error: 'Not loaded.' }],
      'Not loaded.',
    ],
    [
      'undefined after a retry',
      [{ type: 'failed', error: 'Not loaded.' }, { type: 'tried again' }],
      undefined,
    ],
    ['the error of the typed card', [ready, half], 'Your card number is wrong.'],
    ['undefined after a correction', [ready, half, typed], undefined],
    ['the message of the provider', [ready, typed, confirming, declined], 'Declined.'],
    [
      'undefined while the provider confirms',
      [ready, typed, confirming, declined, confirming],
      undefined,
    ],
    ['the message of the server', [ready, typed, confirming, done, refused], 'No money on it.'],
    [
      'undefined after another card is typed',
      [ready, typed, confirming, declined, typed],
      undefined,
    ],
  ])('the error at the field is %s', (_, events, error) => {
    expect(after(...events).error).toBe(error);
  });
});

describe('objectionTo returns the reason not to confirm', () => {
  it.each<[string, CardEvent[], string | undefined]>([
    ['a loading field', [], NOT_READY],
    ['a field that could not be loaded', [{ type: 'failed', error: 'Not loaded.' }], NOT_READY],
    ['an empty field', [ready], NOT_ENTERED],
    ['an incomplete card', [ready, typed, half], NOT_ENTERED],
    ['a complete card', [ready, typed], undefined],
    ['a card after a refusal', [ready, typed, confirming, done, refused], undefined],
  ])('objectionTo for %s', (_, events, objection) => {
    expect(objectionTo(after(...events))).toBe(objection);
  });
});

it('each attempt to load the field increments its number', () => {
  expect(after({ type: 'failed', error: 'Not loaded.' }, { type: 'tried again' })).toEqual({
    ...LOADING,
    attempt: 2,
  });
});
