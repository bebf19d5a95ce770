/** What is said, by its weight; `title` is the name of a screen that has just opened. */
export type Kind = 'urgent' | 'caption' | 'tip' | 'label' | 'title';

export interface Saying {
  readonly id: number;
  readonly kind: Kind;
  readonly text: string;
}

/** The one voice of a tab: what it is saying, and what it says after that. */
export interface Voice {
  readonly current: Saying | undefined;
  /** At most one of each weight, the weightiest first. */
  readonly waiting: readonly Saying[];
  /** What may be said at all. */
  readonly kinds: readonly Kind[];
  /** How many things sound over which nothing may be said. */
  readonly hushes: number;
  /** What was last begun, so that a title does not say again what the pressed button said. */
  readonly lastText: string;
}

export type VoiceEvent =
  | { readonly type: 'say'; readonly saying: Saying }
  /** Said to its end, or given up by the browser. */
  | { readonly type: 'over'; readonly id: number }
  /** What it was said of has gone. */
  | { readonly type: 'dropped'; readonly id: number }
  /** A tone, music or a film begins, and ends. */
  | { readonly type: 'hushed' }
  | { readonly type: 'released' }
  | { readonly type: 'allowed'; readonly kinds: readonly Kind[] }
  /** An answer was pressed, or nobody looks any more. */
  | { readonly type: 'silenced' };

export const SILENT: Voice = {
  current: undefined,
  waiting: [],
  kinds: [],
  hushes: 0,
  lastText: '',
};

const WEIGHTS: Record<Kind, number> = { urgent: 3, caption: 2, tip: 2, label: 1, title: 0 };

/** What the voice does after an event; whatever stands in `current` is what is to be heard. */
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
  // What is only true at this moment is not told later; what is urgent is.
  if (hushes > 0) return saying.kind === 'urgent' ? { ...voice, waiting: [saying] } : voice;
  if (current === undefined) return begun(voice, saying);
  const difference = WEIGHTS[saying.kind] - WEIGHTS[current.kind];
  // A finger that comes down twice does not make it stutter.
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
