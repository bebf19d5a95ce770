/** Kinds of spoken texts. A `title` is the name of a screen that has just opened. */
export type Kind = 'urgent' | 'caption' | 'tip' | 'label' | 'title';

export interface Saying {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
}

/** State of the speech of one tab: the current text and the waiting ones. */
export interface Voice {
  readonly current: Saying | undefined;
  /** At most one text of each priority, the highest first. */
  readonly waiting: readonly Saying[];
  /** Kinds of texts that the current screen allows. */
  readonly kinds: readonly Kind[];
  /** Number of currently playing sounds during which speech is muted. */
  readonly hushes: number;
  /**
   * The text that was spoken last. A screen title that equals the label of the button just pressed
   * is not spoken again.
   */
  readonly lastText: string;
}

export type VoiceEvent =
  | { readonly type: 'say'; readonly saying: Saying }
  /** The text has ended, or the browser has failed to speak it. */
  | { readonly type: 'over'; readonly id: number }
  /** The content of the text is no longer shown. */
  | { readonly type: 'dropped'; readonly id: number }
  /** A tone, music or a film has started; `released` is sent when it ends. */
  | { readonly type: 'hushed' }
  | { readonly type: 'released' }
  | { readonly type: 'allowed'; readonly kinds: readonly Kind[] }
  /** An answer was pressed, or the page was hidden. */
  | { readonly type: 'silenced' };

export const SILENT: Voice = {
  current: undefined,
  waiting: [],
  kinds: [],
  hushes: 0,
  lastText: '',
};

const WEIGHTS: Record<Kind, number> = { urgent: 3, caption: 2, tip: 2, label: 1, title: 0 };

/** Returns the state after an event. The caller then speaks the text in `current`. */
export function voiceAfter(voice: Voice, event: VoiceEvent): Voice {
  switch (event.type) {
    case 'say':
      return said(voice, event.saying);
    case 'over':
    case 'dropped':
      return without(voice, ({ id }) => id === event.id);
    case 'hushed':
      return { ...silenced(voice), hushes: voice.hushes + 1 };
    case 'released':
      return next({ ...voice, hushes: Math.max(0, voice.hushes - 1) });
    case 'allowed':
      return without({ ...voice, kinds: event.kinds }, ({ kind }) => !event.kinds.includes(kind));
    case 'silenced':
      return silenced(voice);
  }
}

function said(voice: Voice, saying: Saying): Voice {
  const { current, hushes } = voice;
  if (!voice.kinds.includes(saying.kind) || saying.text === '') return voice;
  if (saying.kind === 'title' && saying.text === voice.lastText) return voice;
  // During a sound only urgent texts are queued, because other texts would be outdated when the
  // sound ends.
  if (hushes > 0) return saying.kind === 'urgent' ? { ...voice, waiting: [saying] } : voice;
  if (current === undefined) return begun(voice, saying);
  const difference = WEIGHTS[saying.kind] - WEIGHTS[current.kind];
  // A repeated touch does not restart the label that is being spoken.
  if (difference === 0 && saying.kind === 'label' && saying.text === current.text) return voice;
  if (difference >= 0) return begun({ ...voice, waiting: [] }, saying);
  const others = voice.waiting.filter(({ kind }) => WEIGHTS[kind] !== WEIGHTS[saying.kind]);
  const waiting = [...others, saying].sort((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind]);
  return { ...voice, waiting };
}

function without(voice: Voice, isGone: (saying: Saying) => boolean): Voice {
  const { current, waiting } = voice;
  return next({
    ...voice,
    current: current && isGone(current) ? undefined : current,
    waiting: waiting.filter((saying) => !isGone(saying)),
  });
}

function next(voice: Voice): Voice {
  const [first, ...waiting] = voice.waiting;
  if (voice.current || voice.hushes > 0 || !first) return voice;
  if (first.kind === 'title' && first.text === voice.lastText) return next({ ...voice, waiting });
  return begun({ ...voice, waiting }, first);
}

function begun(voice: Voice, saying: Saying): Voice {
  return { ...voice, current: saying, lastText: saying.text };
}

function silenced(voice: Voice): Voice {
  return { ...voice, current: undefined, waiting: [] };
}
