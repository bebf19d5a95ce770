import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './Icon.tsx';

export function ButtonLink(props: { href: string; icon: string; children: ReactNode }) {
  return (
    <Link
      href={props.href}
      className="inline-flex min-h-11.5 items-center gap-2.5 rounded-control border border-line-strong bg-surface px-4.5 font-semibold hover:bg-ground active:bg-sunk"
    >
      <Icon of={props.icon} className="text-[1.25rem]" />
      {props.children}
    </Link>
  );
}
