import left from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import house from '@phosphor-icons/core/assets/bold/house-simple-bold.svg?raw';
import chart from '@phosphor-icons/core/assets/duotone/chart-bar-duotone.svg?raw';
import { I18nProvider } from 'react-aria-components';
import { AnalyticsFigures } from '#features/analytics/web/AnalyticsFigures.tsx';
import { LiveData } from '#features/analytics/web/LiveData.tsx';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';

export function AnalyticsScreen() {
  useScreenTitle('Analytics Dashboard');
  return (
    <I18nProvider locale="en-US">
      <main className="look-admin mx-auto min-h-dvh max-w-332 px-3 pt-4 pb-10 tablet:px-8 tablet:pt-5">
        <header className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink href="/admin" icon={left}>
            Back to Admin
          </ButtonLink>
          <h1 className="order-last w-full font-bold tablet:order-none tablet:w-auto text-[1.6875rem] leading-[1.15] tablet:text-title">
            Analytics Dashboard
          </h1>
          <span className="ml-auto">
            <LiveData />
          </span>
        </header>
        <div className="rounded-sheet bg-surface px-4 py-5 shadow-e1 tablet:p-7">
          <AnalyticsFigures />
        </div>
      </main>
    </I18nProvider>
  );
}

/** Shown at the same path to a visitor without a session. */
export function AnalyticsSignedOut() {
  return (
    <MessageCard
      icon={chart}
      title="Please log in to view analytics"
      text="They show the people of a household what its tablet was used for."
    >
      <TouchLink href="/" icon={house}>
        Return Home
      </TouchLink>
    </MessageCard>
  );
}
