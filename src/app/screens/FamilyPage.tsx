import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { Logo } from '#platform/web/ui/Logo.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { LogoutButton } from './LogoutButton.tsx';

interface FamilyPageProps {
  title: string;
  /** Links shown before the sign-out button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page outside of the panel, such as one about all households of a person. */
export function FamilyPage({ title, actions, children }: FamilyPageProps) {
  useScreenTitle(title);
  return (
    <I18nProvider locale="en-US">
      <main className="look-admin mx-auto min-h-dvh max-w-300 px-4 pt-6 pb-20 tablet:px-9">
        <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="flex items-center gap-4">
            <Logo className="h-10.5" />
            <h1 className="font-bold text-[1.6875rem] leading-[1.15] tablet:text-title">{title}</h1>
          </div>
          <div className="flex gap-2">
            {actions}
            <LogoutButton />
          </div>
        </header>
        {children}
      </main>
      <Toasts />
    </I18nProvider>
  );
}
