import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext, useEffect, useRef } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Spinner } from '#platform/web/ui/Spinner.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { doneLook } from '../DoseBadge.tsx';
import { PillPicture } from '../PillPicture.tsx';
import { nameSize } from './name-size.ts';
import { OwnerName } from './owner-name.ts';

const CARD = 'dose-card rounded-sheet border-3 text-start';

const OPEN =
  'border-line bg-white transition-[transform] active:not-aria-disabled:not-data-slid:bg-listen-tint active:not-aria-disabled:not-data-slid:[transform:scale(0.985)]';

const ANSWERED =
  'border-myday bg-myday-tint data-[answered=taken]:border-listen data-[answered=taken]:bg-listen-tint forced-colors:border-[CanvasText]';

interface DoseGroupCardProps {
  item: UpcomingMedication;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  isUnderWay: boolean;
  /** True while an answer is being saved: other presses are ignored. */
  isBusy: boolean;
  onTaken: () => void;
  onUndo: () => void;
}

/**
 * One dose of a group: a press anywhere on the card marks it as taken. An answered card keeps its
 * place and has Undo.
 */
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
        <Words item={item} result={resultOf(item, look.words, props.timezone)} />
        <span ref={undo} className="flex-none">
          <TouchButton
            variant="outline"
            aria-label={`Undo: ${item.medication.name}`}
            className="px-4!"
            onPress={() => !isBusy && props.onUndo()}
          >
            Undo
          </TouchButton>
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
        <span className="dose-card-tick">{isUnderWay ? <Spinner /> : <Icon of={check} />}</span>
      </button>
    </li>
  );
}

/** Returns 'Taken, 8:01 PM'. */
function resultOf({ answeredAt }: UpcomingMedication, words: string, timezone: string | undefined) {
  if (answeredAt === null || timezone === undefined) return words;
  return `${words}, ${formatTime(new Date(answeredAt), timezone)}`;
}

/** The result of an answer replaces the instructions. */
function Words({ item, result }: { item: UpcomingMedication; result?: string }) {
  const { name, dosage, instructions, pillImageUrl } = item.medication;
  const whose = useContext(OwnerName)(item.userId);
  return (
    <>
      <PillPicture
        url={pillImageUrl}
        alt=""
        isWhole
        isOnlyPhoto
        className="dose-card-picture rounded-[1.25rem] bg-call-tint"
      />
      <span className="@container wrap-anywhere flex min-w-0 flex-[1_1_8rem] flex-col gap-0.5 text-elder leading-tight">
        <strong className="dose-card-name">
          <span style={{ fontSize: nameSize(name) }}>
            {name}
            {/* Marks the end of the name: a name can be higher than the list, and counts as read
                when its end was visible. */}
            <i data-name-end className="inline-block h-[0.7em] w-0" />
          </span>
        </strong>{' '}
        {dosage && <span>{unbrokenDosage(dosage)}</span>}
        {whose && <span>{`for ${whose}`}</span>}
        {result && <b>{result}</b>}
        {instructions && !result && (
          <span className="dose-card-how whitespace-pre-line text-soft">{instructions}</span>
        )}
      </span>
    </>
  );
}
