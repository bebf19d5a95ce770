import type { ReactNode } from 'react';

/** The answers of a step, side by side where there is room. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-200 gap-4 tablet:auto-cols-fr tablet:grid-flow-col tablet:gap-6">
      {children}
    </div>
  );
}
