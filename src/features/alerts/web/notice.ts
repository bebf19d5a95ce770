export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A notice replaces an earlier one with the same tag. */
  readonly tag: string;
  readonly path: string;
  /** The token that acknowledges the alert; empty if it cannot be acknowledged. */
  readonly takeOver: string;
  readonly isQuiet: boolean;
}

/** Browsers require that each push shows a notification, even an unreadable one. */
const UNREADABLE: Notice = {
  title: 'Medication alert',
  body: 'Open the Medications page to see what happened.',
  tag: 'medication-alert',
  path: '/medications',
  takeOver: '',
  isQuiet: false,
};

/** Parses a pushed JSON text; missing or invalid fields get defaults. */
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

/** Returns the path that a press opens; always on this server. */
export function pathOf(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : UNREADABLE.path;
}

/** Returns the token if it has the format of this server, otherwise an empty string. */
export function tokenOf(token: unknown): string {
  return typeof token === 'string' && /^[\w-]{20,200}$/.test(token) ? token : '';
}

export function alertPath(token: string): string {
  return `/alert?token=${token}`;
}

/**
 * Returns the notification after an attempt to acknowledge: it names the assignee that the server
 * reports.
 */
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
