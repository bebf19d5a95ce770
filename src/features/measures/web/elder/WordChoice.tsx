import type { Word } from '../../measure-messages.ts';
import { Face, type Mood } from './Face.tsx';

interface WordChoiceProps {
  /** The best first. */
  words: readonly Word[];
  onChoose: (value: number) => void;
}

const MOODS: readonly Mood[] = [2, 1, 0, -1, -2];

/** Five words, each with a face. One press answers. */
export function WordChoice({ words, onChoose }: WordChoiceProps) {
  return (
    <div className="grid gap-4 broad:grid-cols-5">
      {words.map(({ value, word }, at) => (
        <button
          key={value}
          type="button"
          onClick={() => onChoose(value)}
          className="flex min-h-24 items-center gap-5 rounded-press border-3 border-ink bg-surface px-5 py-3 text-left font-bold text-card leading-tight broad:flex-col broad:justify-center broad:gap-3 broad:px-2 broad:text-press hover:bg-sunk active:bg-sunk"
        >
          <Face mood={MOODS[at] ?? 0} />
          {word}
        </button>
      ))}
    </div>
  );
}
