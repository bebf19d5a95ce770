import larger from '@phosphor-icons/core/assets/bold/arrows-out-bold.svg?raw';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { AnalyticsFigures } from './AnalyticsFigures.tsx';
import { LiveData } from './LiveData.tsx';

export function AnalyticsTab() {
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <LiveData />
        <ButtonLink href="/analytics" icon={larger}>
          Analytics Dashboard
        </ButtonLink>
      </div>
      <AnalyticsFigures />
    </>
  );
}
