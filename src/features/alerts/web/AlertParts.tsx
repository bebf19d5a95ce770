import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { doseMessage } from '../domain/open-messages.ts';
import type { AlertDose } from '../open-contract.ts';

/** Badge with the age or the assignee of an alert. */
export function AlertChip({ isHeld, children }: { isHeld: boolean; children: string }) {
  const look = isHeld ? 'bg-listen-tint text-listen-deep' : 'bg-danger-tint text-danger-deep';
  return (
    <p
      className={`inline-flex min-h-10 items-center gap-2.5 rounded-badge px-3.5 py-1.5 font-semibold leading-snug ${look}`}
    >
      <Icon of={isHeld ? check : warning} className="flex-none text-[1.25rem]" />
      {children}
    </p>
  );
}

interface DosesProps {
  doses: readonly AlertDose[];
  timezone: string;
  now: Date;
}

/** The doses of an alert and the state of the tablet, in the words of the alert email. */
export function AlertDoses({ doses, timezone, now }: DosesProps) {
  const isOne = doses.length === 1;
  return (
    <ul className="grid gap-2">
      {doses.map((dose, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the doses of one alert keep their order
          key={index}
          className="leading-snug"
        >
          <p className="font-semibold wrap-anywhere">
            {isOne
              ? doseMessage(dose, { now, timezone })
              : `${[dose.name, dose.elder === '' ? '' : `for ${dose.elder}`].filter(Boolean).join(' ')}, ${doseMessage(dose, { now, timezone })}`}
          </p>
          {doses[index + 1]?.tablet === dose.tablet ? null : (
            <p className="text-soft">{dose.tablet}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
