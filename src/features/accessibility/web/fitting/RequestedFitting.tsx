import play from '@phosphor-icons/core/assets/bold/play-bold.svg?raw';
import check from '@phosphor-icons/core/assets/duotone/check-circle-duotone.svg?raw';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLeadingTab } from '#platform/web/tab-leader.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { TouchQuestion } from '#platform/web/ui/TouchQuestion.tsx';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import { type Findings, propose } from '../../domain/propose.ts';
import { useAccessibilities } from '../queries.ts';
import { Fitting } from './Fitting.tsx';
import { reportFitting, useWaitingFittings } from './fitting-queries.ts';
import { Actions, Step } from './Step.tsx';

interface AskedFittingProps {
  user: { readonly id: string; readonly firstName: string };
  /** True while a reminder is shown; it replaces the fitting, which is offered again afterwards. */
  isReminderStanding: boolean;
}

/** The fitting on the elder's own tablet when a family member requests it from the panel. */
export function RequestedFitting({ user, isReminderStanding }: AskedFittingProps) {
  // True if this tab answers for the device; of several open tabs only one does.
  const leads = useLeadingTab(`fitting of ${user.id}`, true);
  const { request, end, hold } = useRequest(leads);
  const [begun, setBegun] = useState<string>();
  if (isReminderStanding && begun !== undefined) setBegun(undefined);
  if (request === undefined || isReminderStanding) return null;
  const { id, askedBy } = request;
  const refuse = () => {
    end();
    tell(id, 'refused');
  };
  if (begun === id) return <Begun id={id} user={user} onStop={refuse} onFound={hold} onEnd={end} />;
  return (
    <TouchQuestion
      title="Two minutes to find out what fits you?"
      keep="Not now"
      action="Begin"
      icon={play}
      onKeep={refuse}
      onConfirm={() => {
        setBegun(id);
        tell(id, 'under-way');
      }}
    >
      <p className="text-press leading-snug">
        {askedBy === '' ? 'Your family' : askedBy} asks for this. It shows how large the words
        should be, and how loud. Nothing changes by itself.
      </p>
    </TouchQuestion>
  );
}

interface BegunProps {
  id: string;
  user: AskedFittingProps['user'];
  onStop: () => void;
  /** Called when the results are being sent. */
  onFound: () => void;
  onEnd: () => void;
}

function Begun({ id, user, onStop, onFound, onEnd }: BegunProps) {
  const { data } = useAccessibilities();
  useFocusReturn(true);
  const present = data?.find(({ userId }) => userId === user.id);
  if (present === undefined) return null;
  return createPortal(
    <div
      role="dialog"
      aria-modal="true"
      aria-label="What fits you"
      className="fixed inset-0 z-50 overflow-y-auto bg-ground"
    >
      <Fitting
        name={user.firstName}
        present={present}
        onEnd={onStop}
        end={(findings) => (
          <Sent
            onDone={onEnd}
            send={() => {
              onFound();
              return sendFound(id, findings, present);
            }}
          />
        )}
      />
    </div>,
    document.body,
  );
}

function sendFound(id: string, findings: Findings, present: Parameters<typeof propose>[1]) {
  return reportFitting(id, { state: 'done', proposed: propose(findings, present) });
}

/** Sends the proposed values; the family member who asked decides. */
function Sent({ send, onDone }: { send: () => Promise<boolean>; onDone: () => void }) {
  const [state, setState] = useState<'sending' | 'sent' | 'over' | 'failed'>('sending');
  const first = useRef(send);
  const trySending = () => {
    setState('sending');
    first.current().then(
      (isWanted) => setState(isWanted ? 'sent' : 'over'),
      () => setState('failed'),
    );
  };
  useEffect(trySending, []);
  return (
    <Step icon={check} title={SENT[state].title} line={SENT[state].line}>
      <Actions>
        {state === 'failed' && (
          <TouchButton size="alarm" onPress={trySending}>
            Try again
          </TouchButton>
        )}
        <TouchButton
          size="alarm"
          variant={state === 'failed' ? 'outline' : 'primary'}
          onPress={onDone}
        >
          Done
        </TouchButton>
      </Actions>
    </Step>
  );
}

const SENT = {
  sending: { title: 'Thank you', line: 'What was found is being sent.' },
  sent: {
    title: 'Thank you',
    line: 'Your family sees now what fits you. Nothing changes before they agree.',
  },
  over: { title: 'Thank you', line: 'Nobody waits for this any more. Nothing was changed.' },
  failed: { title: 'Not sent yet', line: 'There is no connection right now. Nothing was changed.' },
};

interface Request {
  readonly id: string;
  readonly askedBy: string;
}

/** The open fitting request for this device. */
function useRequest(isWanted: boolean) {
  const waiting = useWaitingFittings(isWanted);
  const [mine, setMine] = useState<Request>();
  const [isFound, setFound] = useState(false);
  const answered = useRef(new Set<string>());
  useEffect(() => {
    for (const asked of waiting ?? []) {
      if (answered.current.has(asked.id)) continue;
      answered.current.add(asked.id);
      reportFitting(asked.id, { state: 'shown' }).then(
        (isHere) => isHere && setMine(asked),
        // If the report fails, the request is removed from `answered`, so that the next poll
        // reports it again.
        () => answered.current.delete(asked.id),
      );
    }
  }, [waiting]);
  // The request was canceled or has expired; the screen still stays open while results are being
  // sent.
  const isOver = !isFound && waiting?.some(({ id }) => id === mine?.id) === false;
  return {
    request: isOver ? undefined : mine,
    hold: () => setFound(true),
    end: () => {
      setMine(undefined);
      setFound(false);
    },
  };
}

function tell(id: string, state: 'under-way' | 'refused'): void {
  // A failure is ignored: the panel then shows that the tablet has not answered.
  reportFitting(id, { state }).catch(() => undefined);
}
