import lightbulb from '@phosphor-icons/core/assets/duotone/lightbulb-duotone.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { useClosing } from '#platform/web/use-closing.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';

const CARDS = {
  screen: {
    card: 'rounded-card bg-ink p-5 text-white',
    bulb: 'text-gold [--glyph:rgb(255_200_69/30%)]',
    title: 'block text-[1.5rem] text-gold',
    close: 'bg-white',
  },
  /** The variant for the sill at the bottom of the home screen, which is bright and low. */
  sill: {
    card: 'mt-2 rounded-sheet bg-surface py-1 pr-2 pl-6 text-ink tablet:m-0 tablet:min-h-20.5',
    bulb: '[--glyph:var(--color-gold)]',
    title: 'mr-4 text-[1.625rem]',
    close: '',
  },
};

interface TipCardProps {
  tip: string;
  onClose: () => void;
  /** Milliseconds after which the card closes; without it, the card remains until it is closed. */
  afterMs?: number;
  place: keyof typeof CARDS;
}

/** A short tip on a card that can be closed; it is also spoken. */
export function TipCard({ tip, onClose, afterMs, place }: TipCardProps) {
  const closing = useClosing(onClose, afterMs);
  useSpoken('tip', tip);
  const { card, bulb, title, close } = CARDS[place];
  return (
    <div
      {...closing}
      className={`forced-border grid grid-cols-[auto_minmax(0,1fr)_auto] max-tablet:grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 text-[1.625rem] leading-tight shadow-e2 ${card}`}
    >
      <Icon of={lightbulb} className={`text-[3rem] ${bulb}`} />
      <p>
        <strong className={`font-bold ${title}`}>Tip</strong>
        {tip}
      </p>
      <button
        type="button"
        className={`forced-border min-h-18 rounded-press px-7.5 font-[700] text-[1.625rem] text-ink active:bg-sunk active:[transform:scale(0.985)] max-tablet:col-[1/-1] ${close}`}
        onClick={onClose}
      >
        Close
      </button>
    </div>
  );
}
