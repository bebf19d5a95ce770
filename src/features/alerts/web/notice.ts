/** What the server pushes to a device. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** One with the same tag takes the place of the earlier one. */
  readonly tag: string;
  /** Where a press on it leads. */
  readonly path: string;
}

/** A push must always show something, even one that cannot be read. */
const UNREADABLE: Notice = {
  title: 'Medication alert',
  body: 'Open the Medications page to see what happened.',
  tag: 'medication-alert',
  path: '/medications',
};

/** The notice in what was pushed, as JSON; what is missing or wrong in it is filled in. */
export function noticeIn(text: string): Notice {
  const { title, body, tag, path } = partsOf(text);
  return {
    title: wordsOr(title, UNREADABLE.title),
    body: wordsOr(body, UNREADABLE.body),
    tag: wordsOr(tag, UNREADABLE.tag),
    path: pathOf(path),
  };
}

/** The page that a press opens: always one of this server. */
export function pathOf(path: unknown): string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : UNREADABLE.path;
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
