import arrow from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Accessibility } from '../../contract.ts';
import { usePressJudge } from './use-press-judge.ts';
import '../elder/accessibility.css';

const BUTTON =
  'flex min-h-11 touch-none select-none items-center justify-center gap-[0.5em] rounded-[0.8em] px-[0.8em] py-[0.5em] font-bold text-[1.75em] leading-[1.15] active:[transform:scale(0.985)]';

/**
 * All sizes are in em, relative to the elder's text size, which is the font size of the preview.
 */
const SCREEN =
  'wrap-anywhere overflow-hidden rounded-[1.25rem] border-[0.3125rem] border-ink bg-[linear-gradient(#dcebf5,#f4ecdc_45%,var(--color-ground))] text-ink data-[contrast=more]:bg-ground data-[contrast=more]:bg-none';

/** An interactive preview of the tablet: each change of the preferences applies to it at once. */
export function TouchPreview({ name, values }: { name: string; values: Accessibility }) {
  const { told, handlersFor } = usePressJudge(values);
  const button = (label: string, look: string, icon?: string) => (
    <button type="button" className={`${BUTTON} ${look}`} {...handlersFor(label)}>
      {icon && <Icon of={icon} />}
      {label}
    </button>
  );
  return (
    <section
      aria-label={`${name}’s tablet`}
      className={SCREEN}
      data-contrast={values.contrast}
      data-motion={values.motion}
      data-hand={values.hand}
      style={{ fontSize: `${values.textSize / 160}rem` }}
    >
      <header className="mirrors flex flex-wrap items-center gap-[0.75em] bg-call px-[1em] py-[0.75em] text-white">
        {button('Return to Main Screen', 'bg-white text-ink [&_.icon]:text-[2em]', arrow)}
        <span className="ml-auto font-bold text-[2em]">8:00 PM</span>
      </header>
      <p className="px-[0.5em] pt-[0.4em] font-heavy text-[3em] leading-[1.1]">Lisinopril</p>
      <p className="px-[0.9em] pt-[0.2em] text-[1.75em]">10 mg, one tablet with water</p>
      <div className="mirrors grid grid-cols-[1.7fr_1fr] gap-[1em] px-[1.5em] py-[1.25em]">
        {button(
          'Taken',
          'bg-listen text-white [box-shadow:inset_0_-0.2em_0_var(--color-listen-deep)]',
          check,
        )}
        {button('Skip', 'border-3 border-ink bg-surface')}
      </div>
      <p
        role="status"
        className="min-h-[4.2rem] border-line border-t-2 bg-surface px-4 py-3 text-[1.0625rem]"
      >
        {told ? (
          <>
            <strong>{told.label}:</strong> {told.words}
          </>
        ) : (
          'Touch the buttons to try how they answer.'
        )}
      </p>
    </section>
  );
}
