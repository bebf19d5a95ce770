import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { SunTouch } from '../../domain/propose.ts';
import { useSunTouches } from './use-sun-touches.ts';

/** The positions of the suns in percent of the field: far apart, and in the corners too. */
const PLACES = [
  [50, 45],
  [12, 20],
  [88, 70],
  [30, 80],
  [85, 18],
  [12, 75],
  [62, 30],
  [50, 85],
] as const;

interface SunStepProps {
  onDone: (touches: readonly SunTouch[] | undefined) => void;
}

/** Shows suns to touch, which measures the hand. */
export function SunStep({ onDone }: SunStepProps) {
  const { sun, shown, isTouched, handlers } = useSunTouches(PLACES.length, onDone);
  const [left, top] = PLACES[shown] ?? PLACES[0];
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="font-heavy text-[2.5rem] leading-tight tablet:text-page">Touch the sun</h1>
          <p role="status" className="text-elder">
            {isTouched ? 'Good.' : `Sun ${shown + 1} of ${PLACES.length}`}
          </p>
        </div>
        <TouchButton variant="outline" onPress={() => onDone(undefined)}>
          Leave this out
        </TouchButton>
      </div>
      <div
        className="relative min-h-104 flex-1 touch-none select-none overflow-hidden rounded-card bg-[linear-gradient(#bfdbf2,#e8eef2_60%,#fbe9c8)]"
        {...handlers}
      >
        <div
          ref={sun}
          key={shown}
          // The sun has the size of the smallest target that an elder has to press.
          className="absolute -mt-12 -ml-12 grid size-24 place-items-center rounded-full border-[0.375rem] border-gold-line bg-gold text-[3rem] text-ink [box-shadow:0_0_0_0.75rem_rgb(255_255_255/55%)] data-[touched=true]:border-listen data-[touched=true]:bg-listen-tint data-[touched=true]:text-listen"
          data-touched={isTouched}
          style={{ left: `${left}%`, top: `${top}%` }}
        >
          {isTouched && <Icon of={check} />}
        </div>
      </div>
    </div>
  );
}
