import bell from '@phosphor-icons/core/assets/bold/bell-ringing-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import minus from '@phosphor-icons/core/assets/bold/minus-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/bold/warning-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { TodaysDose } from '../contract.ts';
import type { DoseState } from '../domain/answer.ts';
import { dosesByTime } from '../domain/doses-by-time.ts';

const LOOKS: Record<DoseState, { icon?: string; look: string; word: string }> = {
  taken: { icon: check, look: 'bg-listen text-white', word: 'taken' },
  due: { icon: bell, look: 'border-3 border-gold-line bg-gold text-ink', word: 'open' },
  overdue: { icon: warning, look: 'bg-danger text-white', word: 'overdue' },
  skipped: { icon: minus, look: 'bg-myday text-white', word: 'skipped' },
  missed: { icon: x, look: 'bg-watch text-white', word: 'missed' },
  later: { look: 'border-2 border-line-strong', word: 'later' },
};

/** Shows the day as a row of small windows, one for each time, with the state of its doses. */
export function DoseArches(props: { doses: readonly TodaysDose[]; timezone: string }) {
  const times = dosesByTime(props.doses);
  if (times.length === 0) return null;
  return (
    <ol aria-label="Doses of today" className="flex flex-wrap justify-around gap-x-4 gap-y-3 py-1">
      {times.map(({ scheduledTime, state, doses }) => {
        const { icon, look, word } = LOOKS[state];
        const time = formatTime(new Date(scheduledTime), props.timezone);
        return (
          <li key={scheduledTime} className="grid min-w-12 justify-items-center gap-1">
            <span
              className={`grid h-13.5 w-12 place-items-center rounded-t-full rounded-b-[0.5rem] text-[1.5rem] forced-border ${look}`}
            >
              {icon ? <Icon of={icon} /> : null}
            </span>
            <span className="font-semibold text-help tabular">
              {time}
              <span className="sr-only">
                {doses.length > 1 ? `, ${doses.length} medications` : ''}: {word}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
