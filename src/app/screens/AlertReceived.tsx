import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import { useSearchParams } from 'wouter';
import { useReceivedTest } from '#features/alerts/web/queries.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';

/** The page of a test alert link; opening it marks the test as received. */
export function AlertReceivedScreen() {
  const [search] = useSearchParams();
  const test = useReceivedTest(search.get('token') ?? '-');
  if (test.isPending) return <FullPageLoading />;
  return (
    <MessageCard
      icon={envelope}
      tone={test.isError ? 'late' : 'call'}
      title={test.isError ? 'The test alert was not found' : 'The test alert was received'}
      text={
        test.isError
          ? sentenceOf(test.error, 'The server could not be reached. Please try again.')
          : 'The admin panel now shows that alerts reach you here. Nothing else is to be done.'
      }
    >
      <TouchLink href="/medications">Open the admin panel</TouchLink>
    </MessageCard>
  );
}
