import people from '@phosphor-icons/core/assets/duotone/users-duotone.svg?raw';
import { useElders } from '#features/people/web/queries.ts';
import { useChangeSettings, useSettings } from '#features/settings/web/queries.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/toasts.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ForWhom } from '#platform/web/ui/ForWhom.tsx';
import { useMedications, useUpdateMedication } from '../queries.ts';

/**
 * Asks once, as soon as there are two elders, to which elder each medication of `system` belongs.
 */
export function AssignMedications() {
  const elders = useElders();
  const settings = useSettings().data;
  const medications = useMedications().data ?? [];
  const update = useUpdateMedication();
  const settle = useChangeSettings();
  const open = medications.filter(({ userId }) => userId === 'system');
  if (elders.length === 0 || !settings?.askWhoseMedications || open.length === 0) return null;
  const failed = (error: unknown) =>
    toast.error('Error', sentenceOf(error, 'Failed to update medication'));
  return (
    <Box
      title="Whose are these?"
      icon={people}
      variant="filled"
      action={
        <Button
          variant="outline"
          isPending={settle.isPending}
          onPress={() => settle.mutate({ askWhoseMedications: false }, { onError: failed })}
        >
          They are for everyone
        </Button>
      }
    >
      <p className="text-soft">
        They ring on the tablets of everyone. Choose a person for what only one of them takes.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {open.map(({ id, name, dosage, version }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <strong className="font-semibold">{name}</strong> {dosage}
            </span>
            <ForWhom
              people={elders}
              label={`For whom is ${name}`}
              hidesLabel
              value={null}
              onChange={(userId) => {
                if (userId === null) return;
                update.mutate({ params: { id }, body: { userId, version } }, { onError: failed });
              }}
            />
          </li>
        ))}
      </ul>
    </Box>
  );
}
