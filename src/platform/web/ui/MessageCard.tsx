import type { ReactNode } from 'react';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Icon } from './Icon.tsx';

interface MessageCardProps {
  icon: string;
  tone?: 'call' | 'late';
  title: string;
  text: string;
  children: ReactNode;
  footer?: ReactNode;
}

const TONES = {
  call: 'bg-call-tint text-call',
  late: 'bg-late-tint text-[#8a4b00]',
};

/** A page with a single message and the buttons to continue. */
export function MessageCard(props: MessageCardProps) {
  useScreenTitle(props.title);
  return (
    <main className="sky-wash grid min-h-dvh place-items-center p-4">
      <section className="w-full max-w-165 rounded-tile bg-surface px-6 py-11 text-center shadow-e2 phone:px-14 tablet:w-fit tablet:min-w-110">
        <span
          className={`mx-auto grid h-41 w-37.5 place-items-center rounded-t-[4.6875rem] rounded-b-3xl text-[6rem] [--glyph:var(--color-surface)] ${TONES[props.tone ?? 'call']}`}
        >
          <Icon of={props.icon} />
        </span>
        <h1 className="mt-6 text-[2.25rem] leading-tight font-heavy tablet:text-[2.75rem]">
          {props.title}
        </h1>
        <p className="mx-auto mt-3 max-w-130 text-least text-soft">{props.text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-4">{props.children}</div>
        {props.footer && (
          <footer className="mt-8 border-line border-t pt-5 text-least text-soft">
            {props.footer}
          </footer>
        )}
      </section>
    </main>
  );
}
