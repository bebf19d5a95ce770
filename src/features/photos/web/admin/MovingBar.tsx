import left from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Lifting } from './use-moving.ts';

interface MovingBarProps {
  lifting: Lifting;
  /** Number of photos in a row, for the up and down keys. */
  columns: number;
}

/** The moved photos, their new position, and buttons for mouse, touch and keyboard. */
export function MovingBar({ lifting, columns }: MovingBarProps) {
  const { lifted, name, shown, carry, drop, cancel } = lifting;
  useKeys(lifting, columns);
  if (lifted === undefined) return null;
  return (
    <section
      aria-label="Moving photos"
      className="sticky bottom-4 z-10 flex flex-wrap items-center gap-3 rounded-box border border-photos bg-surface p-4 shadow-e2"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p role="status" className="font-bold wrap-anywhere">
          {`${name}: place ${lifted.at + 1} of ${shown.length}`}
        </p>
        <p className="text-help text-soft">
          Arrow keys, Home and End move. Enter puts down, Escape leaves all as it was.
        </p>
      </div>
      <Button variant="outline" icon={left} onPress={() => carry(-1)}>
        Earlier
      </Button>
      <Button variant="outline" icon={right} onPress={() => carry(1)}>
        Later
      </Button>
      <Button onPress={drop}>Put here</Button>
      <Button variant="quiet" onPress={cancel}>
        Cancel
      </Button>
    </section>
  );
}

function useKeys({ lifted, shown, carry, cancel }: Lifting, columns: number): void {
  const isOn = lifted !== undefined;
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -shown.length,
      End: shown.length,
    };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (step === undefined) cancel();
    else carry(step);
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
