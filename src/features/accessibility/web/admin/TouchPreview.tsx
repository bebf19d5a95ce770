import arrow from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import type { Accessibility } from '../../contract.ts';
import { usePressJudge } from './use-press-judge.ts';
import '../elder/accessibility.css';
import './touch-preview.css';

/** A piece of the tablet as the elder meets it, to be touched: what was set holds here at once. */
export function TouchPreview({ name, values }: { name: string; values: Accessibility }) {
  const { told, handlersFor } = usePressJudge(values);
  const button = (label: string, look: string, icon?: string) => (
    <button type="button" className={look} {...handlersFor(label)}>
      {icon && <Icon of={icon} />}
      {label}
    </button>
  );
  return (
    <section
      aria-label={`${name}’s tablet`}
      className="touch-preview"
      data-contrast={values.contrast}
      data-motion={values.motion}
      data-hand={values.hand}
      style={{ fontSize: `${values.textSize / 160}rem` }}
    >
      <header className="touch-preview-bar mirrors">
        {button('Return to Main Screen', 'touch-preview-back', arrow)}
        <span className="ml-auto">8:00 PM</span>
      </header>
      <p className="touch-preview-name">Lisinopril</p>
      <p className="touch-preview-dose">10 mg, one tablet with water</p>
      <div className="touch-preview-answers mirrors">
        {button('Taken', 'touch-preview-taken', check)}
        {button('Skip', 'touch-preview-other')}
      </div>
      <p role="status" className="touch-preview-told">
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
