import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext, useEffect, useRef } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Spinner } from '#kit/web/ui/Spinner.tsx';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { doneLook } from '../DoseBadge.tsx';
import { PillPicture } from '../PillPicture.tsx';
import { nameSize } from './name-size.ts';
import { WhoseName } from './whose-name.ts';

interface DoseGroupCardProps {
  item: UpcomingMedication;
  isUnderWay: boolean;
  /** Something is being said: nothing else is taken meanwhile. */
  isBusy: boolean;
  onTaken: () => void;
  onUndo: () => void;
}

/** One dose of several: a press anywhere on it takes it; answered, it keeps its place, with Undo. */
export function DoseGroupCard(props: DoseGroupCardProps) {
  const { item, isUnderWay, isBusy } = props;
  const undo = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const look = doneLook(item.status);
  const isAnswered = look !== undefined;
  useEffect(() => {
    if (isAnswered && wasPressed.current) undo.current?.querySelector('button')?.focus();
    wasPressed.current = false;
  }, [isAnswered]);
  if (look !== undefined) {
    return (
      <li className="dose-card" data-answered={item.status}>
        <Words item={item} />
        <span className="dose-card-done">
          {look.words}
          <span ref={undo}>
            <TouchButton
              variant="outline"
              aria-label={`Undo: ${item.medication.name}`}
              onPress={() => !isBusy && props.onUndo()}
            >
              Undo
            </TouchButton>
          </span>
        </span>
      </li>
    );
  }
  const press = () => {
    if (isBusy) return;
    wasPressed.current = true;
    props.onTaken();
  };
  return (
    <li className="contents">
      <button
        type="button"
        className="dose-card"
        aria-busy={isUnderWay || undefined}
        aria-disabled={isBusy || undefined}
        onClick={press}
      >
        <span className="sr-only">Taken: </span>
        <Words item={item} />
        <span className="dose-tick">{isUnderWay ? <Spinner /> : <Icon of={check} />}</span>
      </button>
    </li>
  );
}

function Words({ item }: { item: UpcomingMedication }) {
  const { name, dosage, instructions, pillImageUrl } = item.medication;
  const whose = useContext(WhoseName)(item.userId);
  return (
    <>
      <PillPicture url={pillImageUrl} alt="" isWhole isOnlyPhoto className="dose-card-picture" />
      <span className="dose-card-words">
        <strong>
          <span style={{ fontSize: nameSize(name) }}>{name}</span>
        </strong>{' '}
        {dosage && <span className="dose-card-dosage">{dosage}</span>}
        {whose && <span className="dose-card-dosage">for {whose}</span>}
        {instructions && <span className="dose-card-instructions">{instructions}</span>}
      </span>
    </>
  );
}
