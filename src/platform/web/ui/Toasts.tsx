import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import info from '@phosphor-icons/core/assets/fill/info-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { type Message, toast, useMessage } from '../toasts.ts';
import { useClosing } from '../use-closing.ts';
import { Icon } from './Icon.tsx';

/** Display time of a message in milliseconds; errors stay until they are closed. */
const STAYS_MS = 8000;

/** Display time of a message with an action, such as Undo, in milliseconds. */
const STAYS_WITH_ACTION_MS = 20_000;

/**
 * Positions of the toast. In the corner it never covers the buttons at the bottom right of an open
 * dialog, nor on a phone an element with the class `floating`. On screens with a form next to an
 * image, it covers the image.
 */
const PLACES = {
  'over the picture':
    'inset-x-4 top-4 tablet:mx-auto tablet:w-110 broad:top-auto broad:right-auto broad:bottom-6 broad:left-6',
  corner:
    'inset-x-4 bottom-4 tablet:left-auto tablet:right-6 tablet:bottom-6 tablet:w-110 in-[body:has([role=dialog],.floating)]:max-tablet:top-4 in-[body:has([role=dialog],.floating)]:max-tablet:bottom-auto in-[body:has([role=dialog])]:tablet:right-auto in-[body:has([role=dialog])]:tablet:left-6',
};

/**
 * Renders the toast; used once per screen. Both live regions are rendered before the first message,
 * because otherwise a screen reader would not announce it; React Aria does not hide them while a
 * dialog is open.
 */
export function Toasts({ place = 'corner' }: { place?: keyof typeof PLACES }) {
  const current = useMessage();
  const card = current && <ToastCard key={current.id} message={current} />;
  return (
    <div
      data-react-aria-top-layer="true"
      className={`pointer-events-none fixed z-100 *:pointer-events-auto ${PLACES[place]}`}
    >
      <div role="status">{current?.kind !== 'error' && card}</div>
      <div role="alert">{current?.kind === 'error' && card}</div>
    </div>
  );
}

const ICONS = { success: check, error: warning, info, busy: info, kept: info };

function ToastCard({ message }: { message: Message }) {
  const { kind, title, about, description, action } = message;
  const isError = kind === 'error';
  const stays = action ? STAYS_WITH_ACTION_MS : STAYS_MS;
  const closing = useClosing(toast.close, isError ? undefined : stays);
  return (
    <div
      {...closing}
      className={`flex animate-rise flex-wrap items-center gap-4 rounded-[1.125rem] py-3 pr-3 pl-5 text-white shadow-e3 forced-border [&_.icon]:text-[1.625rem] ${isError ? 'bg-danger' : 'bg-ink [&_.icon]:text-listen-glyph'}`}
    >
      <Icon of={ICONS[kind]} />
      <div className="min-w-40 flex-1 py-1.5">
        <p className="font-bold">{title}</p>
        {(about || description) && (
          <p>
            {about && `${about} `}
            {description && <span>{description}</span>}
          </p>
        )}
      </div>
      {action && (
        <button
          type="button"
          className={`min-h-11.5 flex-none rounded-control bg-white px-4 font-bold hover:bg-ground active:scale-[0.985] ${isError ? 'text-danger-deep' : 'text-ink'}`}
          onClick={() => {
            toast.close();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className="grid size-11.5 flex-none place-items-center rounded-control hover:bg-white/15 [&_.icon]:text-[1.25rem]"
        onClick={toast.close}
      >
        <Icon of={x} className="text-white" />
      </button>
    </div>
  );
}
