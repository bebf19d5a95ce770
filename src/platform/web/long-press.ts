export type Hold =
  | { readonly is: 'resting' }
  | { readonly is: 'held'; readonly by: 'pointer' | 'key' }
  /** The target was held long enough; releasing it has no further effect. */
  | { readonly is: 'opened' };

export type HoldEvent =
  | { readonly type: 'down'; readonly by: 'pointer' | 'key' }
  | { readonly type: 'up'; readonly by: 'pointer' | 'key' }
  /** The pointer slid off, the focus was lost, or the browser cancelled the gesture. */
  | { readonly type: 'left' }
  /** The required duration of a long press has passed. */
  | { readonly type: 'time' }
  /** A click by a screen reader or a switch, which cannot hold. */
  | { readonly type: 'virtual-click' };

/** `open` triggers the action of the target; `hint` shows that the press was too short. */
export type HoldEffect = 'open' | 'hint' | undefined;

export const RESTING: Hold = { is: 'resting' };

/** Advances the state machine of the long press. The caller measures the time and sends `time`. */
export function holdAfter(hold: Hold, event: HoldEvent): { hold: Hold; effect: HoldEffect } {
  switch (event.type) {
    case 'down':
      // Ignores key repeats and a second finger.
      if (hold.is === 'held') return { hold, effect: undefined };
      return { hold: { is: 'held', by: event.by }, effect: undefined };
    case 'up':
      if (hold.is === 'held' && hold.by !== event.by) return { hold, effect: undefined };
      return { hold: RESTING, effect: hold.is === 'held' ? 'hint' : undefined };
    case 'left':
      return { hold: RESTING, effect: undefined };
    case 'time':
      if (hold.is !== 'held') return { hold, effect: undefined };
      return { hold: { is: 'opened' }, effect: 'open' };
    case 'virtual-click':
      return { hold: RESTING, effect: 'open' };
  }
}
