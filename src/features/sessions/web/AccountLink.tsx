import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function AccountLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11.5 items-center rounded-control px-3 font-semibold underline decoration-2 underline-offset-4 hover:bg-sunk"
    >
      {children}
    </Link>
  );
}
