import type { ReactNode } from 'react';

interface ViewerMessageProps {
  role: 'alert' | 'status';
  children: ReactNode;
}

/** A message in place of an opened entry. */
export function ViewerMessage({ role, children }: ViewerMessageProps) {
  return (
    <div
      role={role}
      className="m-auto grid content-center justify-items-center gap-5 px-4 py-8 text-center text-press leading-[1.35] [&>.icon]:text-[6rem]"
    >
      {children}
    </div>
  );
}
