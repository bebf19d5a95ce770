import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext, useEffect, useRef } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { Spinner } from '#kit/web/ui/Spinner.tsx';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { unbrokenDosage } from '../../dosage-text.ts';
import { doneLook } from '../DoseBadge.tsx';
import { PillPicture } from '../PillPicture.tsx';
import { nameSize } from './name-size.ts';
import { WhoseName } from './whose-name.ts';

const CARD =
  'flex min-h-28 items-center gap-5 rounded-sheet border-3 p-3 text-start tablet:min-h-36 short:min-h-20 short:gap-3';

const OPEN =
  'border-line bg-surface transition-[transform] active:not-aria-disabled:not-data-slid:bg-listen-tint active:not-aria-disabled:not-data-slid:[transform:scale(0.985)]';

const ANSWERED =
  'border-myday bg-myday-tint data-[answered=taken]:border-listen data-[answered=taken]:bg-listen-tint max-phone:flex-wrap forced-colors:border-[CanvasText]';

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
      <li className={`${CARD} ${ANSWERED}`} data-answered={item.status}>
        <Words item={item} />
        <span className="flex flex-none flex-col items-center gap-0.5 font-bold text-[1.5rem] leading-[1.2]">
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
        className={`${CARD} ${OPEN}`}
        aria-busy={isUnderWay || undefined}
        aria-disabled={isBusy || undefined}
        onClick={press}
      >
        <span className="sr-only">Taken: </span>
        <Words item={item} />
        <span className="grid size-21 flex-none place-items-center rounded-full border-3 border-ink bg-white text-[2.5rem] text-line-strong max-phone:size-18">
          {isUnderWay ? <Spinner /> : <Icon of={check} />}
        </span>
      </button>
    </li>
  );
}

function Words({ item }: { item: UpcomingMedication }) {
  const { name, dosage, instructions, pillImageUrl } = item.medication;
  const whose = useContext(WhoseName)(item.userId);
  return (
    <>
      <PillPicture
        url={pillImageUrl}
        alt=""
        isWhole
        isOnlyPhoto
        className="size-22 flex-none rounded-[1.25rem] bg-call-tint tablet:size-29 short:hidden"
      />
      <span className="@container wrap-anywhere flex min-w-0 flex-[1_1_8rem] flex-col gap-0.5 text-[1.625rem] leading-tight">
        <strong className="font-[740] text-[1.875rem] leading-[1.15] tablet:text-[2.125rem]">
          <span style={{ fontSize: nameSize(name) }}>{name}</span>
        </strong>{' '}
        {dosage && <span>{unbrokenDosage(dosage)}</span>}
        {whose && <span>{`for ${whose}`}</span>}
        {instructions && (
          <span className="whitespace-pre-line text-[1.5rem] text-soft">{instructions}</span>
        )}
      </span>
    </>
  );
}
