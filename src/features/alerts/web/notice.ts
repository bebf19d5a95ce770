/** What the server pushes to a device. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** One with the same tag takes the place of the earlier one. */
  readonly tag: string;
  /** Where a press on it leads. */
  readonly path: string;
  /** The token by which the alert is taken over; empty where there is nothing to take over. */
  readonly takeOver: string;
  /** It makes no sound. */
  readonly isQuiet: boolean;
}

/** A push must always show something, even one that cannot be read. */
const UNREADABLE: Notice = {
  title: 'Medication alert',
  body: 'Open the Medications page to see what happened.',
  tag: 'medication-alert',
  path: '/medications',
  takeOver: '',
  isQuiet: false,
};

/** The notice in what was pushed, as JSON; what is missing or wrong in it is filled in. */
export function noticeIn(text: string): Notice {
  const { title, body, tag, path, takeOver, quiet } = partsOf(text);
  return {
    title: wordsOr(title, UNREADABLE.title),
    body: wordsOr(body, UNREADABLE.body),
    tag: wordsOr(tag, UNREADABLE.tag),
    path: pathOf(path),
    takeOver: tokenOf(takeOver),
    isQuiet: quiet === true,
  };
}

/** The page that a press opens: always one of this server. */
export function pathOf(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : UNREADABLE.path;
}

/** A token as the server makes them, or none. */
export function tokenOf(token: unknown): string {
  return typeof token === 'string' && /^[\w-]{20,200}$/.test(token) ? token : '';
}

/** The page that shows the alert of a token alone. */
export function alertPath(token: string): string {
  return `/alert?token=${token}`;
}

/** What is shown when it was tried to take an alert over: who has it, as the server answers. */
export function takenNotice(answer: unknown): Pick<Notice, 'title' | 'body'> | undefined {
  if (typeof answer !== 'object' || answer === null || !('state' in answer)) return undefined;
  const { state } = answer;
  if (state === 'yours')
    return { title: 'You have it', body: 'The others who were alerted are told.' };
  if (state === 'over') return { title: 'It is over', body: 'Nothing is to be done any more.' };
  const holder = 'holder' in answer ? answer.holder : undefined;
  return state === 'theirs' && typeof holder === 'string'
    ? { title: `${holder} has it`, body: 'Nothing is to be done.' }
    : undefined;
}

function wordsOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function partsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
