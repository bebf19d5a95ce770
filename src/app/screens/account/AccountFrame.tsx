import type { ReactNode } from 'react';
import { WelcomePicture } from '#features/sessions/web/WelcomePicture.tsx';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Logo } from '#platform/web/ui/Logo.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';

interface AccountFrameProps {
  title: string;
  line: string;
  heading?: string;
  /** True for a long form, which uses the full width without the picture. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * Layout of the account screens: a picture on the left, the form on the right; one above the other
 * on a phone.
 */
export function AccountFrame(props: AccountFrameProps) {
  const { title, line, heading, isWide = false, children } = props;
  useScreenTitle(title);
  return (
    <div className={`min-h-dvh ${isWide ? '' : 'broad:grid broad:grid-cols-[49%_1fr]'}`}>
      {isWide ? <SmallHeader title={title} /> : <Welcome title={title} line={line} />}
      <main
        className={
          isWide
            ? 'mx-auto max-w-222 px-4 pb-40'
            : 'mx-auto w-full max-w-133 self-center px-4 py-7 pb-16'
        }
      >
        {heading && (
          <h2 className="mb-5 font-bold text-[1.6rem] leading-tight tablet:text-title">
            {heading}
          </h2>
        )}
        {children}
      </main>
      <Toasts place={isWide ? 'corner' : 'over the picture'} />
    </div>
  );
}

function Welcome({ title, line }: { title: string; line: string }) {
  return (
    <header className="sky-welcome relative isolate h-87.5 overflow-hidden px-5 pt-5 short:h-auto short:pb-24 broad:h-auto broad:px-13 broad:pt-12">
      <WelcomePicture />
      <div className="relative">
        <Brand />
        <h1 className="mt-3 max-w-70 font-heavy text-[2rem] leading-[1.05] tracking-tight broad:mt-11 broad:max-w-105 broad:text-[3.625rem]">
          {title}
        </h1>
        <p className="mt-2 max-w-70 broad:mt-4 broad:max-w-110 broad:text-[1.4375rem]">{line}</p>
      </div>
    </header>
  );
}

function SmallHeader({ title }: { title: string }) {
  return (
    <header className="flex justify-center pt-7 pb-6">
      <Brand />
      <h1 className="sr-only">{title}</h1>
    </header>
  );
}

function Brand() {
  return (
    <p className="flex items-center gap-5 font-bold text-section broad:text-[1.75rem]">
      <Logo className="h-10.5 broad:h-14.5" />
      Grand App
    </p>
  );
}
