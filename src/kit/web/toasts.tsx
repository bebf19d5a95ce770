import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import check from '@phosphor-icons/core/assets/fill/check-circle-fill.svg?raw';
import info from '@phosphor-icons/core/assets/fill/info-fill.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { useEffect } from 'react';
import { Icon } from './ui/Icon.tsx';
import { useClosing } from './use-closing.ts';
import { watched } from './watched.ts';

export interface ToastOptions {
  /** What it is about, by its name: 'Lisinopril 8:00 AM: taken.' */
  about?: string;
  /** One thing to press beside Close, such as Undo. */
  action?: { label: string; onPress: () => void };
}

interface ShownToast extends ToastOptions {
  id: number;
  kind: 'success' | 'error' | 'info';
  title: string;
  description: string | undefined;
}

const shown = watched<ShownToast | undefined>(undefined);
let lastId = 0;

function show(kind: ShownToast['kind']) {
  return (title: string, description?: string, options: ToastOptions = {}): void => {
    lastId += 1;
    shown.set({ ...options, id: lastId, kind, title, description });
  };
}

/** Short messages after a press. One is visible at a time: a new one takes the place of the old. */
export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  close: () => shown.set(undefined),
  /** What it was about is changed, or not on the screen any more. */
  closeError: () => {
    if (shown.get()?.kind === 'error') shown.set(undefined);
  },
};

/** A message of an error ends with the part of the screen that it was about. */
export function useErrorsEndWith(part: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is another effect
  useEffect(() => toast.closeError, [part]);
}

/** `strip`: in a place of its own within what is shown, over nothing. */
type Variant = 'elder' | 'admin' | 'strip';

/** How long a message stays, in milliseconds; errors stay until they are closed. */
const STAYS: Record<Variant, number> = { elder: 10_000, admin: 8000, strip: 30_000 };

/** What can be taken back can be for so long. */
const STAYS_WITH_ACTION: Record<Variant, number> = { elder: 30_000, admin: 20_000, strip: 30_000 };

type Place = Variant | 'over the picture';

/**
 * While a dialog is open the admin's message keeps clear of the buttons at its bottom right, and on a
 * phone of a button that floats there (`floating`). Where a form stands beside or under a picture, the
 * message lies over the picture.
 */
const PLACES: Record<Place, string> = {
  strip: 'toasts-strip',
  'over the picture':
    'inset-x-4 top-4 tablet:mx-auto tablet:w-110 broad:top-auto broad:right-auto broad:bottom-6 broad:left-6',
  elder:
    'toasts-elder inset-x-4 bottom-4 tablet:inset-x-auto tablet:top-4 tablet:right-8 tablet:bottom-auto tablet:w-184 tablet:max-w-[calc(100%-4rem)] short:sticky short:top-auto! short:bottom-4!',
  admin:
    'inset-x-4 bottom-4 tablet:left-auto tablet:right-6 tablet:bottom-6 tablet:w-110 in-[body:has([role=dialog],.floating)]:max-tablet:top-4 in-[body:has([role=dialog],.floating)]:max-tablet:bottom-auto in-[body:has([role=dialog])]:tablet:right-auto in-[body:has([role=dialog])]:tablet:left-6',
};

/**
 * The place of the messages, once on every screen. Both regions are there before a message is, so
 * that a screen reader announces it; a dialog of React Aria leaves them reachable.
 */
export function Toasts({ variant, place = variant }: { variant: Variant; place?: Place }) {
  const current = shown.useValue();
  const card = current && <ToastCard key={current.id} toast={current} variant={variant} />;
  return (
    <div
      data-react-aria-top-layer="true"
      className={
        variant === 'strip'
          ? PLACES.strip
          : `pointer-events-none fixed z-100 *:pointer-events-auto ${PLACES[place]}`
      }
    >
      <div role="status">{current?.kind !== 'error' && card}</div>
      <div role="alert">{current?.kind === 'error' && card}</div>
    </div>
  );
}

const ICONS = { success: check, error: warning, info };

const WHITE_BUTTON = 'bg-white font-bold hover:bg-ground active:scale-[0.985] flex-none';

const VARIANTS = {
  elder: {
    card: 'animate-rise shadow-e3 gap-x-5 gap-y-4 rounded-[1.75rem] py-4 pr-6 pl-7 text-press [&_.icon]:text-[3.25rem]',
    success: 'bg-listen-deep text-white [&_.icon]:text-listen-glyph',
    error: 'bg-danger text-white',
    button: `${WHITE_BUTTON} min-h-19 rounded-press px-7`,
  },
  strip: {
    card: 'gap-x-5 gap-y-2 px-5 py-2 font-bold text-elder leading-tight tablet:px-10 tablet:text-press [&_.icon]:text-[2rem] short:px-5 max-tablet:[&_.icon]:hidden short:[&_.icon]:hidden short:[&_p]:line-clamp-2',
    success: 'bg-listen-tint text-listen-deep',
    error: 'bg-danger-tint text-danger-deep',
    button: 'flex-none min-h-18 rounded-press border-3 border-current bg-surface px-6 font-bold',
  },
  admin: {
    card: 'animate-rise shadow-e3 gap-4 rounded-[1.125rem] py-3 pr-3 pl-5 [&_.icon]:text-[1.625rem]',
    success: 'bg-ink text-white [&_.icon]:text-listen-glyph',
    error: 'bg-danger text-white',
    button: `${WHITE_BUTTON} min-h-11.5 rounded-control px-4`,
  },
};

interface ToastCardProps {
  toast: ShownToast;
  variant: Variant;
}

function ToastCard({ toast: shownToast, variant }: ToastCardProps) {
  const { kind, action } = shownToast;
  const stays = (action ? STAYS_WITH_ACTION : STAYS)[variant];
  const stopping = useClosing(toast.close, kind === 'error' ? undefined : stays);
  const variants = VARIANTS[variant];
  const tone = kind === 'error' ? variants.error : variants.success;
  const button = `${variants.button} ${variant === 'strip' ? '' : WORDS_ON_WHITE[kind]}`;
  return (
    <div
      {...stopping}
      className={`flex flex-wrap items-center forced-border ${variants.card} ${tone}`}
    >
      <Icon of={ICONS[kind]} />
      <ToastMessage toast={shownToast} variant={variant} />
      {action && (
        <button
          type="button"
          className={button}
          onClick={() => {
            toast.close();
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      {variant === 'admin' ? (
        <button
          type="button"
          aria-label="Close"
          className="grid size-11.5 flex-none place-items-center rounded-control hover:bg-white/15 [&_.icon]:text-[1.25rem]"
          onClick={toast.close}
        >
          <Icon of={x} className="text-white" />
        </button>
      ) : (
        (variant === 'elder' || kind === 'error') && (
          <button type="button" className={button} onClick={toast.close}>
            Close
          </button>
        )
      )}
    </div>
  );
}

const WORDS_ON_WHITE = { success: 'text-ink', info: 'text-ink', error: 'text-danger-deep' };

function ToastMessage({ toast: { title, about, description }, variant }: ToastCardProps) {
  // In a strip the name of what it is about says enough.
  const isShort = variant === 'strip' && about !== undefined;
  return (
    <div className="min-w-40 flex-1 py-1.5">
      {!isShort && <p className="font-bold">{title}</p>}
      {(about || (description && !isShort)) && (
        <p>
          {about && `${about} `}
          {description && !isShort && (
            <span className={about && variant === 'elder' ? 'max-tablet:hidden' : ''}>
              {description}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
