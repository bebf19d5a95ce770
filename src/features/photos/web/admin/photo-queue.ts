/** A file on its way into an album. */
export interface QueuedPhoto {
  readonly key: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'refused';
  /** How much of it is sent, from 0 to 1. */
  readonly share: number;
  /** Why it was not taken. */
  readonly reason: string | undefined;
}

interface QueueParts {
  /** Sends one; rejects with what went wrong. */
  send(file: File, albumId: string, onProgress: (share: number) => void): Promise<void>;
  /** The sentence for a person. */
  reasonFor(error: unknown): string;
  /** Hears of every change. */
  onChange(photos: readonly QueuedPhoto[]): void;
  /** Hears when nothing is on its way any more: how many of them went in. */
  onEnd(taken: number): void;
}

/** One is on the line while the server makes the sizes of the other. */
const AT_ONCE = 2;

/**
 * Sends photos two at a time, each by itself, so that one that is refused stops no other. What comes
 * while some are on their way joins them; what comes later begins anew.
 */
export function photoQueue({ send, reasonFor, onChange, onEnd }: QueueParts) {
  let photos: QueuedPhoto[] = [];
  const waiting: { key: number; file: File; albumId: string }[] = [];
  let sending = 0;
  let lastKey = 0;

  const change = (key: number, changes: Partial<QueuedPhoto>) => {
    photos = photos.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo));
    onChange(photos);
  };

  const sendOne = async ({ key, file, albumId }: (typeof waiting)[number]) => {
    change(key, { state: 'sending' });
    try {
      await send(file, albumId, (share) => change(key, { share }));
      change(key, { state: 'done', share: 1 });
    } catch (error) {
      change(key, { state: 'refused', reason: reasonFor(error) });
    }
    sending -= 1;
    goOn();
  };

  const goOn = () => {
    while (sending < AT_ONCE) {
      const next = waiting.shift();
      if (next === undefined) break;
      sending += 1;
      void sendOne(next);
    }
    if (sending === 0) onEnd(photos.filter(({ state }) => state === 'done').length);
  };

  return {
    add(file: File, albumId: string) {
      if (sending === 0) photos = [];
      lastKey += 1;
      const { name } = file;
      photos.push({ key: lastKey, name, state: 'waiting', share: 0, reason: undefined });
      waiting.push({ key: lastKey, file, albumId });
      goOn();
    },
  };
}

export interface QueueSum {
  /** Counts from 1: the one that is being sent. */
  readonly place: number;
  readonly total: number;
  /** Of everything, from 0 to 1. */
  readonly share: number;
  readonly isOver: boolean;
  readonly refused: readonly QueuedPhoto[];
}

/** How far all of them are together. */
export function sumOf(photos: readonly QueuedPhoto[]): QueueSum {
  const isOver = ({ state }: QueuedPhoto) => state === 'done' || state === 'refused';
  const over = photos.filter(isOver).length;
  const total = photos.length;
  const sent = photos.reduce((sum, photo) => sum + (isOver(photo) ? 1 : photo.share), 0);
  return {
    place: Math.min(over + 1, total),
    total,
    share: total === 0 ? 0 : sent / total,
    isOver: over === total,
    refused: photos.filter(({ state }) => state === 'refused'),
  };
}
