import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { useContext, useEffect, useId, useRef } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { Toasts } from '#kit/web/toasts.tsx';
import { lettersInTwoLines } from '#kit/web/two-lines.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Spinner } from '#kit/web/ui/Spinner.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { lateness } from '../../lateness.ts';
import { PillPicture } from '../PillPicture.tsx';
import { useFitting } from './use-fitting.ts';
import type { Answer } from './use-reminders.ts';
import { WhoseName } from './whose-name.ts';
import './dose-answers.css';
import './dose-popup.css';
import './dose-words.css';

/** How wide a letter of the name is, at most on average. */
const LETTER_EM = 0.54;

interface DosePopupProps {
  item: UpcomingMedication;
  /** Without it no time is shown. */
  timezone: string | undefined;
  now: Date;
  waiting: number;
  /** The alarm would sound, but the browser waits for a touch. */
  isSoundBlocked: boolean;
  answering: Answer | undefined;
  onAnswer: (answer: Answer) => void;
  onClose: () => void;
}

/**
 * The one loud thing: a dose that is due. It stands beside the screen, which is inert meanwhile, and
 * not in a native dialog, so that the messages above it stay in reach.
 */
export function DosePopup(props: DosePopupProps) {
  const { item, onClose } = props;
  const dialog = useRef<HTMLDivElement>(null);
  const id = useId();
  const scheduledTime = new Date(item.scheduledTime);
  const pressed = (act: () => void) => {
    if (props.answering === undefined) act();
  };
  useEffect(() => dialog.current?.focus(), []);
  useEscape(() => pressed(onClose));
  return (
    <div className="dose-scrim">
      {/* Read aloud in this order: status, name, dosage, time, instructions. */}
      <div
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}status`}
        aria-describedby={`${id}name ${id}dosage ${id}time ${id}instructions`}
        tabIndex={-1}
        className="dose-popup"
      >
        <header className="dose-band">
          <span className="dose-bell">
            <Icon of={bell} />
          </span>
          <h2 id={`${id}status`}>{lateness(scheduledTime, props.now).words}</h2>
          <button type="button" className="dose-close" onClick={() => pressed(onClose)}>
            <Icon of={x} />
            Close
          </button>
        </header>
        {props.isSoundBlocked && (
          <p role="status" className="dose-strip">
            <Icon of={speaker} />
            Touch the screen to turn on the alarm sound
          </p>
        )}
        {/* What was said of the dose before this one stands beside its words, never over them. */}
        <Toasts variant="strip" />
        <DoseMessage {...props} id={id} />
        <Answers
          answering={props.answering}
          onAnswer={(answer) => pressed(() => props.onAnswer(answer))}
        />
      </div>
    </div>
  );
}

/** What the medicine says: whole, in the largest type that fits, else to be scrolled by itself. */
function DoseMessage({ item, id, timezone, waiting }: DosePopupProps & { id: string }) {
  const { name, dosage, instructions, pillImageUrl } = item.medication;
  const body = useRef<HTMLDivElement>(null);
  const whose = useContext(WhoseName)(item.userId);
  const content = JSON.stringify([name, dosage, instructions, pillImageUrl, whose]);
  const { isMore, showMore } = useFitting(body, content);
  return (
    <>
      <div ref={body} className="dose-body">
        <PillPicture
          url={pillImageUrl}
          alt="Photo of the pill"
          isWhole
          isOnlyPhoto
          className="dose-picture"
        />
        <div className="dose-words">
          <p id={`${id}name`} className="dose-name">
            <span style={{ fontSize: sizeOf(name) }}>{name}</span>
          </p>
          <p id={`${id}dosage`} className="dose-dosage">
            {dosage}
          </p>
          <p className="dose-time">
            <span id={`${id}time`}>
              {timezone && formatTime(new Date(item.scheduledTime), timezone)}
              {whose && ` for ${whose}`}
            </span>
            {waiting > 0 && <span className="dose-waiting">{waiting} more after this</span>}
          </p>
          <p id={`${id}instructions`} className="dose-instructions">
            {instructions}
          </p>
        </div>
      </div>
      {isMore && (
        <button type="button" className="dose-more" onClick={showMore}>
          <Icon of={down} />
          Show more
        </button>
      )}
    </>
  );
}

const ANSWERS: readonly { answer: Answer; label: string }[] = [
  { answer: 'taken', label: 'Taken' },
  { answer: 'skipped', label: 'Skip' },
  { answer: 'missed', label: 'Missed' },
];

function Answers(props: Pick<DosePopupProps, 'answering' | 'onAnswer'>) {
  const { answering, onAnswer } = props;
  return (
    <div className="dose-answers">
      {ANSWERS.map(({ answer, label }) => (
        <button
          key={answer}
          type="button"
          aria-busy={answering === answer || undefined}
          aria-disabled={answering !== undefined || undefined}
          className={answer === 'taken' ? 'dose-taken' : 'dose-other'}
          onClick={() => onAnswer(answer)}
        >
          {answering === answer && <Spinner />}
          {answering !== answer && answer === 'taken' && <Icon of={check} />}
          {answering === answer ? 'Saving' : label}
        </button>
      ))}
    </div>
  );
}

/** The full size of a name, or as much of it as lets it fit into two lines. */
function sizeOf(name: string): string {
  return `max(1.5rem, min(1em, 100cqi / ${lettersInTwoLines(name) * LETTER_EM}))`;
}

function useEscape(onEscape: () => void) {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
