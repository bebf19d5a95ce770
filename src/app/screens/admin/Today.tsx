import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import video from '@phosphor-icons/core/assets/bold/video-camera-bold.svg?raw';
import { useQueryClient } from '@tanstack/react-query';
import { OpenAlerts } from '#features/alerts/web/OpenAlerts.tsx';
import { useAnswerDose } from '#features/medications/web/admin/use-answer-dose.ts';
import type { User } from '#features/sessions/contract.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import type { TodaysDose } from '#features/today/contract.ts';
import { TODAY } from '#features/today/web/queries.ts';
import { TodayView } from '#features/today/web/TodayView.tsx';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';

const BeginAway = lazyPart(
  async () => (await import('#features/away/web/admin/BeginAway.tsx')).BeginAway,
  renderNothing,
);

/** The current state of all elders, with buttons to act on it. */
export function Today({ user }: { user: User }) {
  const { timezone = 'UTC', googleMeetRoomUrl = '' } = useSettings().data ?? {};
  return (
    <>
      <OpenAlerts userId={user.id} />
      <TodayView
        answers={(dose) => (
          <div className="flex flex-wrap gap-2">
            <BeginAway
              name={dose.name}
              userId={dose.userId}
              since={new Date(dose.scheduledTime)}
              timezone={timezone}
            />
            <ItWasTaken dose={dose} timezone={timezone} />
          </div>
        )}
        ways={(person) =>
          person.id !== null && googleMeetRoomUrl !== '' ? (
            <CallRoom url={googleMeetRoomUrl} />
          ) : null
        }
      />
    </>
  );
}

/** Records that a dose was taken, as on the Medications tab; the message has an Undo button. */
function ItWasTaken({ dose, timezone }: { dose: TodaysDose; timezone: string }) {
  const client = useQueryClient();
  const { say, pressed } = useAnswerDose(timezone);
  const { id: doseId, medicationId, scheduledTime, status, name } = dose;
  const saying = { doseId, medicationId, scheduledTime, status, medication: { name } };
  return (
    <Button
      variant="success"
      icon={check}
      aria-label={`It was taken: ${name}`}
      isPending={pressed === 'taken'}
      onPress={() =>
        void say(saying, 'taken').then(() => client.invalidateQueries({ queryKey: TODAY }))
      }
    >
      It was taken
    </Button>
  );
}

/**
 * Link to the video room that the elder's Call button opens. Joining the room does not ring on the
 * tablet.
 */
function CallRoom({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11.5 items-center gap-2.5 rounded-control bg-call px-4.5 font-semibold text-white hover:bg-call-deep"
    >
      <Icon of={video} className="text-[1.25rem]" />
      Open the call room
    </a>
  );
}
