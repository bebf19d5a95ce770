import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useCallback, useId } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { FIELD_SIZES } from '#platform/web/ui/variants.ts';
import { letChecksThrough } from './allow-authentication-frame.ts';
import type { OpenCardEntry } from './use-card-entry.ts';

/** The container of the provider's field within a form. */
export function CardField({ entry }: { entry: OpenCardEntry }) {
  const { field, error } = entry.state;
  const { setPlace } = entry;
  const id = useId();
  const border = error === undefined ? 'border border-line-strong' : 'border-2 border-danger';
  // A callback ref: it runs when the element is mounted, before the surrounding dialog makes the
  // rest of the page inert.
  const placed = useCallback(
    (place: HTMLDivElement) => {
      setPlace(place);
      const stop = letChecksThrough(place);
      return () => {
        stop();
        setPlace(null);
      };
    },
    [setPlace],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: one field, and its label is not a legend
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-notes`}>
      {/* The provider's script moves the focus into its frame when the label is pressed. */}
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block font-semibold">
        Card
      </label>
      <div className={field === 'failed' ? 'hidden' : 'relative'}>
        <div
          ref={placed}
          id={id}
          className={`grid w-full items-center bg-white text-ink ${border} ${FIELD_SIZES.large}`}
        />
        {field === 'loading' ? (
          <p
            role="status"
            className="after-a-moment absolute inset-0 flex items-center px-4 text-placeholder"
          >
            Loading the payment form…
          </p>
        ) : null}
      </div>
      <div id={`${id}-notes`} aria-live="polite">
        {error === undefined ? null : (
          <p className="mt-1.5 flex gap-2 font-semibold text-danger text-help">
            <Icon of={warning} className="mt-0.5 text-[1.2rem]" />
            {error}
          </p>
        )}
      </div>
      {field === 'failed' ? (
        <Button variant="outline" className="mt-2" onPress={entry.tryAgain}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
