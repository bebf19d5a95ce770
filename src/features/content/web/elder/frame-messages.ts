import { playableSeconds } from '../../domain/duration.ts';

/** Video frames that accept a pause message and report whether they play. */
export type FrameState = 'youtube' | 'vimeo';

/** A command to a frame: report state changes, pause, or play. */
export type FrameWord = 'tell' | 'pause' | 'play';

const WORDS: Readonly<Record<FrameState, Readonly<Record<FrameWord, readonly object[]>>>> = {
  youtube: {
    tell: [{ event: 'listening', id: 'player', channel: 'widget' }],
    pause: [{ event: 'command', func: 'pauseVideo', args: '' }],
    play: [{ event: 'command', func: 'playVideo', args: '' }],
  },
  vimeo: {
    tell: [
      { method: 'ping' },
      { method: 'getDuration' },
      ...['play', 'pause', 'ended'].map((value) => ({ method: 'addEventListener', value })),
    ],
    pause: [{ method: 'pause' }],
    play: [{ method: 'play' }],
  },
};

/** Returns the messages that send a command to a provider's frame. */
export function messagesFor(frame: FrameState, word: FrameWord): string[] {
  return WORDS[frame][word].map((message) => JSON.stringify(message));
}

/** A report of a frame: playing, not playing, or only ready for commands. */
export type FrameNews = 'playing' | 'still' | 'there';

/** Returns the report in a message; undefined if it contains none. */
export function newsOf(frame: FrameState, message: unknown): FrameNews | undefined {
  const said = recordOf(message);
  return frame === 'youtube' ? youtubeNews(said) : vimeoNews(said);
}

/**
 * YouTube's states: 0 ended, 1 playing, 2 paused, 3 buffering, 5 ready; -1 can be an advertisement.
 */
const YOUTUBE_STATES = new Map<unknown, FrameNews>([
  [0, 'still'],
  [1, 'playing'],
  [2, 'still'],
  [3, 'playing'],
  [5, 'still'],
]);

function youtubeNews({ event, info }: Record<string, unknown>): FrameNews | undefined {
  if (typeof event !== 'string') return undefined;
  const state = event === 'onStateChange' ? info : recordOf(info).playerState;
  return YOUTUBE_STATES.get(state) ?? 'there';
}

const VIMEO_EVENTS = new Map<unknown, FrameNews>([
  ['play', 'playing'],
  ['playing', 'playing'],
  ['pause', 'still'],
  ['ended', 'still'],
]);

function vimeoNews({ event, method }: Record<string, unknown>): FrameNews | undefined {
  if (event === undefined && method === undefined) return undefined;
  return VIMEO_EVENTS.get(event) ?? 'there';
}

/** The reports so far that concern the duration. */
export interface DurationReports {
  readonly plays: boolean;
  readonly seconds: number;
}

export const NO_REPORTS: DurationReports = { plays: false, seconds: 0 };

/** Returns the reports after one more message; a live broadcast has no duration. */
export function addReport(
  before: DurationReports,
  frame: FrameState,
  message: unknown,
): DurationReports {
  const news = newsOf(frame, message);
  const plays = news === 'there' || news === undefined ? before.plays : news === 'playing';
  const said = recordOf(message);
  const seconds = frame === 'youtube' ? youtubeSeconds(said) : vimeoSeconds(said);
  return { plays, seconds: seconds ?? before.seconds };
}

/**
 * Returns the duration once the video plays; before that it may be the duration of an
 * advertisement.
 */
export function lengthIn({ plays, seconds }: DurationReports): number | undefined {
  return plays ? playableSeconds(seconds) : undefined;
}

function youtubeSeconds({ info }: Record<string, unknown>): number | undefined {
  const { duration, videoData } = recordOf(info);
  if (recordOf(videoData).isLive === true) return 0;
  return typeof duration === 'number' ? duration : undefined;
}

function vimeoSeconds({ method, value, data }: Record<string, unknown>): number | undefined {
  const duration = method === 'getDuration' ? value : recordOf(data).duration;
  return typeof duration === 'number' ? duration : undefined;
}

/** Providers send messages as JSON text or as objects. */
function recordOf(message: unknown): Record<string, unknown> {
  if (typeof message === 'object' && message !== null) return { ...message };
  if (typeof message !== 'string') return {};
  try {
    const read: unknown = JSON.parse(message);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    // Other messages are ignored.
    return {};
  }
}
