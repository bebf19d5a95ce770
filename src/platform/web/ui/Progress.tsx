import { Label, ProgressBar } from 'react-aria-components';

/** A progress bar below its label; `share` is 0 to 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <ProgressBar value={share * 100} className="grid gap-1.5">
      {({ percentage = 0, valueText }) => (
        <>
          <span className="flex justify-between gap-3 text-help">
            <Label>{label}</Label>
            <span className="tabular text-soft">{valueText}</span>
          </span>
          <span className="h-2 overflow-hidden rounded-full bg-sunk forced-border">
            <span
              className="block h-full rounded-full bg-photos transition-[width]"
              style={{ width: `${percentage}%` }}
            />
          </span>
        </>
      )}
    </ProgressBar>
  );
}
