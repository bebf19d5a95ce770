import printer from '@phosphor-icons/core/assets/bold/printer-bold.svg?raw';
import clock from '@phosphor-icons/core/assets/duotone/clock-countdown-duotone.svg?raw';
import { useSearchParams } from 'wouter';
import { useSharedPage } from '#features/doctor-links/web/queries.ts';
import { MeasuresSheet } from '#features/measures/web/admin/MeasuresSheet.tsx';
import { DoctorSheet } from '#features/medications/web/admin/doctor/DoctorSheet.tsx';
import { BAR_DAYS } from '#features/medications/web/admin/doctor/doctor-page.ts';
import { momentMessage } from '#platform/shared/moments.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';

/** The page of a doctor link: one page without navigation. */
export function SharedDoctorPageScreen() {
  const [search] = useSearchParams();
  const page = useSharedPage(search.get('token') ?? '-');
  if (page.isPending) return <FullPageLoading />;
  if (page.isError) {
    const text = sentenceOf(page.error, 'The server could not be reached. Please try again.');
    return (
      <MessageCard icon={clock} tone="late" title="This page cannot be shown" text={text}>
        {null}
      </MessageCard>
    );
  }
  const { name, timezone, expiresAt, medications, adherence, away, measures, notes } = page.data;
  const now = new Date(page.dataUpdatedAt);
  const today = localDate(now, timezone);
  const ends = new Date(expiresAt);
  return (
    <main className="mx-auto grid max-w-240 grid-cols-1 gap-4 p-4 tablet:p-8 print:p-0">
      <h1 className="sr-only">For the doctor</h1>
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="text-soft">Shared by the family until {momentMessage(ends, timezone)}.</p>
        <Button icon={printer} onPress={() => window.print()}>
          Print
        </Button>
      </div>
      <DoctorSheet {...{ name, medications, timezone, now, away }} days={adherence}>
        <MeasuresSheet
          values={measures}
          notes={notes}
          days={{ from: addDays(today, 1 - BAR_DAYS), to: today, timezone }}
        />
      </DoctorSheet>
    </main>
  );
}
