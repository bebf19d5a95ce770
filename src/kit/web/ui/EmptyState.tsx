import type { ReactNode } from 'react';

/** Says that there is nothing yet, or why there is nothing; a button may stand under it. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-box bg-ground px-5 py-6 text-center text-soft">
      <p>{text}</p>
      {children}
    </div>
  );
}
