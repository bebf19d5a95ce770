/** A press that counts only when it lasts. */
export type Hold =
  | { readonly is: 'resting' }
  | { readonly is: 'held'; readonly by: 'pointer' | 'key' }
  /** Held long enough: what is still down no longer matters. */
  | { readonly is: 'opened' };

export type HoldEvent =
  | { readonly type: 'down'; readonly by: 'pointer' | 'key' }
  | { readonly type: 'up'; readonly by: 'pointer' | 'key' }
  /** Slid off, focus lost, or taken over by the browser. */
  | { readonly type: 'left' }
  /** The time of the long press is over. */
  | { readonly type: 'time' }
  /** A click of a screen reader or a switch, which cannot hold. */
  | { readonly type: 'virtual-click' };

/** What happens now: `open` acts, `hint` says that the press was too short. */
export type HoldEffect = 'open' | 'hint' | undefined;

export const RESTING: Hold = { is: 'resting' };

/** One step of the long press; its time is measured by whoever sends `time`. */
export function holdAfter(hold: Hold, event: HoldEvent): { hold: Hold; effect: HoldEffect } {
  switch (event.type) {
    case 'down':
      // A key repeats while it is down, and a second finger starts nothing new.
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
