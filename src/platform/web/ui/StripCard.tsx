import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import tablet from '@phosphor-icons/core/assets/fill/device-tablet-fill.svg?raw';
import info from '@phosphor-icons/core/assets/fill/info-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useMemo } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { type Message, toast } from '../toasts.ts';
import { useClosing } from '../use-closing.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

/**
 * Position of the strip. `bar`: below the top bar of a screen. `sill`: above the buttons of the
 * home screen. `dialog`: below the header of a dialog. `row`: the screen shows the result itself,
 * so the message is only announced.
 */
export type StripPlace = 'bar' | 'sill' | 'dialog' | 'row';

/**
 * Time during which a result is shown and can be undone, in milliseconds. Messages of the other
 * kinds stay until they are replaced or closed.
 */
const STAYS_MS: Partial<Record<Message['kind'], number>> = {
  success: 30 * SECOND_MS,
  info: 10 * SECOND_MS,
};

const LOOKS = {
  success: { icon: check, tone: 'border-listen bg-listen-tint text-listen-deep' },
  error: { icon: warning, tone: 'border-danger bg-danger-tint text-danger-deep' },
  info: { icon: info, tone: 'border-line-strong bg-surface text-ink' },
  busy: { icon: undefined, tone: 'border-call bg-call-tint text-call-deep' },
  kept: { icon: tablet, tone: 'border-myday bg-myday-tint text-myday-deep' },
};

const PLACES = {
  bar: 'min-h-21 border-b-3 px-4 py-1 tablet:px-8',
  dialog: 'min-h-21 px-5 py-1.5 tablet:px-10 short:min-h-0 short:px-5',
  sill: 'min-h-18 rounded-[1.75rem] pl-3 inset-ring-3 inset-ring-current tablet:pl-5',
};

interface StripCardProps {
  message: Message;
  place: StripPlace;
}

/** The message in a strip: the result, its explanation, and for a limited time an Undo button. */
export function StripCard({ message, place }: StripCardProps) {
  const { kind, about, title, announcement, shownAt } = message;
  const stays = STAYS_MS[kind];
  // The end time depends on `shownAt`, so that a message keeps it when another screen shows the
  // message.
  const left = useMemo(
    () => (stays === undefined ? undefined : Math.max(0, shownAt + stays - Date.now())),
    [stays, shownAt],
  );
  const closing = useClosing(toast.close, left);
  const { icon, tone } = LOOKS[kind];
  const head = about ?? title;
  if (place === 'row') {
    return <p className="sr-only">{`${head} ${announcement ?? message.description ?? ''}`}</p>;
  }
  return (
    <div
      {...closing}
      className={`flex items-center gap-x-4 forced-border ${PLACES[place]} ${tone}`}
    >
      {icon ? (
        <Icon of={icon} className="text-[2.375rem] max-tablet:hidden short:hidden" />
      ) : (
        <Spinner className="text-[2.375rem] max-tablet:hidden short:hidden" />
      )}
      <p className="min-w-0 flex-1 text-elder leading-[1.2]">
        <strong
          className={`font-bold wrap-anywhere ${place === 'sill' ? 'line-clamp-1' : 'line-clamp-2 tablet:text-press'}`}
        >
          {head}
        </strong>
        {announcement && <span className="sr-only">{announcement}</span>}
        <Description message={message} place={place} />
      </p>
      <Buttons message={message} />
    </div>
  );
}

function Description({ message: { description, more }, place }: StripCardProps) {
  if (!description) return null;
  return (
    <span className="block">
      {description}
      {more && (
        <span className={place === 'sill' ? 'max-tablet:hidden short:hidden' : 'max-phone:hidden'}>
          {' '}
          {more}
        </span>
      )}
    </span>
  );
}

/** Undo for messages with an action; Close for errors, which stay, and information. */
function Buttons({ message: { kind, action } }: { message: Message }) {
  const label = action?.label ?? (kind === 'error' || kind === 'info' ? 'Close' : undefined);
  if (label === undefined) return null;
  return (
    <button
      type="button"
      className="min-h-18 flex-none rounded-press bg-surface px-4 font-bold text-elder inset-ring-3 inset-ring-current active:scale-[0.985] tablet:px-6"
      onClick={() => {
        toast.close();
        action?.onPress();
      }}
    >
      {label}
    </button>
  );
}
