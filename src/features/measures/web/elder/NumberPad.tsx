import backspace from '@phosphor-icons/core/assets/bold/backspace-bold.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { MeasureKind, MeasureUnit } from '../../domain/kinds.ts';
import { UNIT_NAMES } from '../../domain/measure-messages.ts';
import { afterKey, DIGITS, hasPoint, type Key, type Typed } from './typed.ts';

interface NumberPadProps {
  kind: MeasureKind;
  unit: MeasureUnit;
  typed: Typed;
  onType: (typed: Typed) => void;
}

const KEY =
  'grid min-h-19 place-items-center rounded-press border-3 border-ink bg-surface font-bold text-[2.25rem] leading-none tabular hover:bg-sunk active:bg-sunk tablet:min-h-21';

export function NumberPad({ kind, unit, typed, onType }: NumberPadProps) {
  const press = (key: Key) => onType(afterKey(typed, key, kind, unit));
  const digits = DIGITS.slice(0, -1);
  return (
    <div className="grid gap-4 tablet:grid-cols-2 tablet:gap-8">
      <div className="grid grid-cols-2 content-start gap-4 max-[20rem]:grid-cols-1 tablet:grid-cols-1">
        {kind === 'blood-pressure' ? (
          <>
            <Written name="Upper number" at="first" typed={typed} onType={onType} />
            <Written name="Lower number" at="second" typed={typed} onType={onType} />
          </>
        ) : (
          <output className="col-span-2 max-[20rem]:col-span-1 tablet:col-span-1 flex min-h-24 items-center justify-center gap-4 rounded-press bg-sunk px-5 font-heavy text-[3.5rem] leading-none tabular">
            {typed.first || '–'}
            <span className="font-bold text-card">{UNIT_NAMES[unit]}</span>
          </output>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form */}
      <div
        role="group"
        aria-label="Digits"
        className="grid grid-cols-3 gap-4 max-[20rem]:grid-cols-2"
      >
        {digits.map((digit) => (
          <button key={digit} type="button" className={KEY} onClick={() => press(digit)}>
            {digit}
          </button>
        ))}
        {hasPoint(kind, unit) ? (
          <button type="button" aria-label="Point" className={KEY} onClick={() => press('.')}>
            .
          </button>
        ) : (
          <span className="max-[20rem]:hidden" />
        )}
        <button type="button" className={KEY} onClick={() => press('0')}>
          0
        </button>
        <button
          type="button"
          aria-label="Remove the last digit"
          className={KEY}
          onClick={() => press('back')}
        >
          <Icon of={backspace} />
        </button>
      </div>
    </div>
  );
}

interface WrittenProps {
  name: string;
  at: Typed['at'];
  typed: Typed;
  onType: (typed: Typed) => void;
}

/** One of two numbers; a press selects it for input. */
function Written({ name, at, typed, onType }: WrittenProps) {
  const isWritten = typed.at === at;
  return (
    <button
      type="button"
      aria-pressed={isWritten}
      aria-label={`${name}: ${typed[at] || 'empty'}`}
      onClick={() => onType({ ...typed, at, isOld: true })}
      className={`grid min-h-24 justify-items-center gap-1 rounded-press px-4 py-3 ${isWritten ? 'bg-sunk outline-4 outline-ink' : 'border-3 border-line bg-surface'}`}
    >
      <span className="font-semibold text-elder leading-tight">{name}</span>
      <span className="font-heavy text-[3rem] leading-none tabular">{typed[at] || '–'}</span>
    </button>
  );
}
