import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { OwnerBadge } from '#platform/web/ui/ForWhom.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import { EditEvent } from './EditEvent.tsx';
import { type ListedEvent, whenMessage } from './event-messages.ts';
import { EVENT_VARIANTS } from './event-variants.ts';

interface EventRowProps {
  listed: ListedEvent;
  today: string;
  onDelete: () => void;
  /** Additional controls. */
  more?: ReactNode;
  /** True if another administrator deleted the event while its form is open. */
  isGone: boolean;
  onEditing: (isEditing: boolean) => void;
}

/** One event of the list, or the form to change it. */
export function EventRow({ listed, today, onDelete, more, isGone, onEditing }: EventRowProps) {
  const { event } = listed;
  const elders = useElders();
  const [mode, setMode] = useState<'shown' | 'edited' | 'done'>('shown');
  if (mode === 'edited') {
    return (
      <li>
        <EditEvent
          event={event}
          present={isGone ? null : event}
          today={today}
          onDone={() => {
            setMode('done');
            onEditing(false);
          }}
        />
      </li>
    );
  }
  const { word, icon, plate } = EVENT_VARIANTS[event.eventType];
  return (
    <li id={anchorOf(event.id)} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5 pl-2">
      <span
        className={`grid size-14 flex-none place-items-center rounded-control text-[1.75rem] ${plate}`}
      >
        <Icon of={icon} />
      </span>
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold text-[1.125rem]">{event.title}</span>{' '}
          <span className="text-help text-soft">{word}</span>
          <OwnerBadge id={event.userId} people={elders} />
        </p>
        <p className="text-help text-soft">
          {whenMessage(listed, today).map((words) => (
            <span key={words} className="inline-block whitespace-pre">
              {words}
            </span>
          ))}
        </p>
        {event.description ? (
          <p className="whitespace-pre-line text-help text-soft">{event.description}</p>
        ) : null}
      </div>
      <div className="ml-auto flex flex-wrap items-center justify-end">
        {more}
        <RowButton
          word="Edit"
          of={event.title}
          icon={pencil}
          // The Edit button gets the focus when it is rendered again after editing.
          autoFocus={mode === 'done'}
          onPress={() => {
            setMode('edited');
            onEditing(true);
          }}
        />
        <RowButton
          word="Delete"
          of={event.title}
          icon={trash}
          variant="danger-quiet"
          onPress={onDelete}
        />
      </div>
    </li>
  );
}
