import type { Word } from '../../domain/measure-messages.ts';

/** Height of the corners of the mouth relative to its middle, from -2 to 2. */
type Mood = -2 | -1 | 0 | 1 | 2;

interface WordChoiceProps {
  /** The best first. */
  words: readonly Word[];
  onChoose: (value: number) => void;
}

const MOODS: readonly Mood[] = [2, 1, 0, -1, -2];

/** Five words, each with a face; one press answers. */
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

/** A face that illustrates the word next to it. */
function Face({ mood }: { mood: Mood }) {
  const middle = 64 + mood * 7;
  const ends = 64 - mood * 4;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="size-14 flex-none tablet:size-16">
      <circle cx="50" cy="50" r="44" className="fill-[#d6def6] stroke-ink" strokeWidth="6" />
      <circle cx="34" cy="40" r="6" className="fill-ink" />
      <circle cx="66" cy="40" r="6" className="fill-ink" />
      <path
        d={`M30 ${ends} Q50 ${middle} 70 ${ends}`}
        className="fill-none stroke-ink"
        strokeWidth="7"
        strokeLinecap="round"
      />
    </svg>
  );
}
