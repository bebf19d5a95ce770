import pills from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { sharedTimes } from '../../domain/shared-times.ts';
import { useMedications } from '../queries.ts';

/** Asks once, as soon as two doses share a minute, whether they are shown as one reminder. */
export function PillsTogether() {
  const settings = useSettings().data;
  const times = sharedTimes(useMedications().data ?? []);
  const change = useChangeSettings();
  if (settings?.remindersOfOneTime !== 'undecided' || times.length === 0) return null;
  const decide = (remindersOfOneTime: 'separate' | 'together') =>
    attempt(() => change.mutateAsync({ remindersOfOneTime }), {
      success: { title: 'Settings saved successfully' },
      failure: () => 'Failed to update settings',
    });
  const isChosen = (choice: string) =>
    change.isPending && change.variables.remindersOfOneTime === choice;
  return (
    <Box title="Pills of one time together?" icon={pills} variant="filled">
      <p className="text-soft">
        At {listed(times.map(formatWallTime))} there is more than one medication. The tablet shows
        one after the other. It can show them as one reminder, with one press for all.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button isPending={isChosen('together')} onPress={() => void decide('together')}>
          Show them together
        </Button>
        <Button
          variant="outline"
          isPending={isChosen('separate')}
          onPress={() => void decide('separate')}
        >
          One after the other
        </Button>
      </div>
    </Box>
  );
}

const listed = (times: readonly string[]) => new Intl.ListFormat('en-US').format(times);
