import down from '@phosphor-icons/core/assets/bold/arrow-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext, useId, useRef } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MessageStrip } from '#platform/web/ui/MessageStrip.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { PillPicture } from '../PillPicture.tsx';
import { nameSize } from './name-size.ts';
import { OwnerName } from './owner-name.ts';
import { ReminderDialog, type Ringing } from './ReminderDialog.tsx';
import { useFitText } from './use-fit-text.ts';
import './dose-answers.css';
import './dose-words.css';
import { unbrokenDosage } from '../../domain/dosage-text.ts';

interface DosePopupProps extends Ringing {
  item: UpcomingMedication;
  waiting: number;
  answering: LogStatus | undefined;
  onAnswer: (answer: LogStatus) => void;
}

export function DosePopup(props: DosePopupProps) {
  const { item, answering } = props;
  const id = useId();
  return (
    <ReminderDialog
      {...props}
      scheduledTime={new Date(item.scheduledTime)}
      isBusy={answering !== undefined}
      // The order of the ids is the order in which a screen reader announces the texts.
      describedBy={`${id}time ${id}name ${id}dosage ${id}instructions`}
    >
      {/* The message about the previous dose is part of the layout, so it never covers the text
          of this dose. */}
      <MessageStrip place="dialog" />
      <DoseMessage {...props} id={id} />
      <Answers
        answering={answering}
        onAnswer={(answer) => answering === undefined && props.onAnswer(answer)}
      />
    </ReminderDialog>
  );
}

/**
 * Shows the text of the dose in the largest font size in which all of it fits. If it does not fit
 * even in the smallest size, it scrolls.
 */
function DoseMessage({ item, id, timezone, waiting }: DosePopupProps & { id: string }) {
  const { name, dosage, instructions, pillImageUrl } = item.medication;
  const body = useRef<HTMLDivElement>(null);
  const whose = useContext(OwnerName)(item.userId);
  const content = JSON.stringify([name, dosage, instructions, pillImageUrl, whose]);
  const { isMore, showMore } = useFitText(body, content);
  return (
    <>
      <div ref={body} tabIndex={isMore ? 0 : undefined} className="dose-body">
        <PillPicture
          url={pillImageUrl}
          alt="Photo of the pill"
          isWhole
          isOnlyPhoto
          className="dose-picture"
        />
        <div className="dose-words">
          <p className="dose-time">
            <span id={`${id}time`}>
              {timezone && formatTime(new Date(item.scheduledTime), timezone)}
              {whose && ` for ${whose}`}
            </span>
            {waiting > 0 && <span className="dose-waiting">{waiting} more after this</span>}
          </p>
          <p id={`${id}name`} className="dose-name">
            <span style={{ fontSize: nameSize(name) }}>{name}</span>
          </p>
          <p id={`${id}dosage`} className="dose-dosage">
            {unbrokenDosage(dosage)}
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

const ANSWERS: readonly { answer: LogStatus; label: string }[] = [
  { answer: 'taken', label: 'Taken' },
  { answer: 'skipped', label: 'Skip' },
  { answer: 'missed', label: 'Missed' },
];

function Answers(props: Pick<DosePopupProps, 'answering' | 'onAnswer'>) {
  const { answering, onAnswer } = props;
  return (
    <div className="dose-answers mirrors">
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
          <span>{answering === answer ? 'Saving' : label}</span>
        </button>
      ))}
    </div>
  );
}
