import type { HomeButton } from '#features/home-buttons/contract.ts';
import type { HelpTip } from '../contract.ts';
import { FALLBACK_TIP } from './fallback-tip.ts';

/** The reader of a tip: the elder or a family member. */
type Reader = 'elder' | 'family';

export interface BuiltInTip extends HelpTip {
  readonly page: string;
  readonly for: Reader;
  /** A word in the action to which the tip belongs; without one it suits every action. */
  readonly action?: string;
}

type Tips = readonly (readonly [string, HelpTip['category'], HelpTip['priority'], string?])[];

function tipsOf(page: string, reader: Reader, tips: Tips): BuiltInTip[] {
  return tips.map(([tip, category, priority, action]) => ({
    page,
    for: reader,
    tip,
    category,
    priority,
    ...(action === undefined ? {} : { action }),
  }));
}

/** The key of a home button; it is replaced by the button's label. */
const BUTTON = /\{(\w+)\}/;

/**
 * The built-in tips. A new screen needs tips too. A tip names controls by their label, never by
 * their color.
 */
export const BUILT_IN_TIPS: readonly BuiltInTip[] = [
  ...tipsOf('home', 'elder', [
    ['Tap {photos} to look at your family photos.', 'navigation', 'medium'],
    ['Tap {watch} to watch a video.', 'navigation', 'medium'],
    ['Tap {listen} to listen to music.', 'navigation', 'medium'],
    ['Tap {read} to read something.', 'navigation', 'medium'],
    ['Tap {call} to see and talk to your family.', 'navigation', 'medium'],
    ['Tap {myday} to see what is planned for today.', 'navigation', 'medium'],
    ['The time and the weather are always at the top of this screen.', 'information', 'low'],
    ['What is next today stands at the bottom of this screen.', 'information', 'low'],
    ['When it is time for a medication, this tablet rings and shows it.', 'safety', 'high'],
    ['HOME SCREEN always brings you back here.', 'navigation', 'medium'],
    ['There is no wrong button. You can always come back.', 'information', 'medium'],
    ['Touch the button and hold it until the bar is full.', 'action', 'high', 'hold'],
  ]),
  ...tipsOf('photos', 'elder', [
    ['Tap a photo to see it on the whole screen.', 'action', 'medium'],
    ['Tap Start Slideshow to watch your photos one after the other.', 'action', 'medium'],
    ['Tap Show more to see further photos.', 'navigation', 'medium'],
    ['Photos that are new to you say New.', 'information', 'low'],
    ['Return to Main Screen, at the top, brings you back.', 'navigation', 'medium'],
    ['Tap Pause to stay with a photo, and Resume to go on.', 'action', 'medium', 'slideshow'],
    ['Tap Close to come back to all your photos.', 'navigation', 'medium', 'slideshow'],
    ['The newest photos are always the first ones.', 'information', 'low'],
  ]),
  ...tipsOf('watch', 'elder', [
    ['Tap a picture to watch the video.', 'action', 'medium'],
    ['Tap Close, at the top left, when you have seen enough.', 'navigation', 'medium', 'playing'],
    ['A medication reminder stops the video and lets it go on afterwards.', 'safety', 'medium'],
    ['Tap Continue if you would like to keep watching.', 'action', 'low', 'playing'],
  ]),
  ...tipsOf('listen', 'elder', [
    ['Tap a name to open the music.', 'action', 'medium'],
    ['In the player, tap the round play button to start.', 'action', 'high'],
    ['Tap Close, at the top left, to choose other music.', 'navigation', 'medium', 'playing'],
    ['The buttons at the side of the tablet make it louder or softer.', 'information', 'medium'],
  ]),
  ...tipsOf('read', 'elder', [
    ['Tap a title to read it.', 'action', 'medium'],
    ['Move the page with one finger to read on.', 'action', 'medium', 'reading'],
    ['Tap Close, at the top left, to choose something else.', 'navigation', 'medium', 'reading'],
    ['Letters too small? Two fingers that move apart make them larger.', 'action', 'low'],
  ]),
  ...tipsOf('call', 'elder', [
    ['Tap Join Call to see and talk to your family.', 'action', 'high'],
    [
      'The call opens in a window of its own. Close that window to come back.',
      'navigation',
      'high',
    ],
    ['If nobody is there yet, wait a moment. They may join soon.', 'information', 'medium'],
    ['Never tell a stranger a password or the number of a card.', 'safety', 'high'],
  ]),
  ...tipsOf('my-day', 'elder', [
    ['Tap Taken when you have taken a medication.', 'action', 'high'],
    ['Tap Skip if you will not take it this time.', 'action', 'medium'],
    ['A wrong tap can be undone for 30 seconds. Tap Undo.', 'action', 'high'],
    ['What is due now says Time to take.', 'information', 'medium'],
    ['Not sure whether you took it? Ask before you take it again.', 'safety', 'high'],
    ['The line across the schedule shows where in the day you are.', 'information', 'low'],
    ['Tap Show more to see the rest of your day.', 'navigation', 'low'],
  ]),
  ...tipsOf('home', 'family', [
    ['The gear opens the admin panel.', 'navigation', 'medium'],
    ['This is what the tablet shows. Nothing that you tap here is counted.', 'information', 'low'],
    ['In App Settings you choose what stands at the top of this screen.', 'information', 'low'],
  ]),
  ...tipsOf('content', 'family', [
    ['Paste the address of a video, and its title fills in by itself.', 'action', 'medium'],
    ['The tablet shows the first six. The arrows change the order.', 'information', 'medium'],
    ['Short, familiar titles are the easiest to recognize.', 'information', 'low'],
    ['A page that cannot be framed opens in large letters instead.', 'information', 'low'],
  ]),
  ...tipsOf('medications', 'family', [
    ['Add a photo of the pill. It is shown with the reminder.', 'action', 'medium'],
    ['Overdue after an hour: all administrators are told.', 'safety', 'high'],
    ['The history says who marked a dose, and when.', 'information', 'medium'],
    ['This is a help to remember. It does not replace a doctor’s advice.', 'safety', 'high'],
  ]),
  ...tipsOf('photo-albums', 'family', [
    ['Drop many photos at once. They are on the tablet right away.', 'action', 'medium'],
    ['A caption with names and a place helps a memory along.', 'information', 'medium'],
    ['Where a photo was taken is removed before anybody sees it.', 'safety', 'low'],
  ]),
  ...tipsOf('calendar', 'family', [
    ['Today’s events stand on the tablet’s first screen.', 'information', 'medium'],
    ['An event that repeats can be left out on a single day.', 'action', 'low'],
    ['The family calendar shows all of this in your own calendar.', 'information', 'low'],
  ]),
  ...tipsOf('users', 'family', [
    ['Set up tablet gives a code. No password is needed on the tablet.', 'action', 'medium'],
    ['A tablet that was lost can be signed out here, at once.', 'safety', 'high'],
    ['See whether the tablet’s sound is ready before you rely on it.', 'safety', 'high'],
  ]),
  ...tipsOf('home-buttons', 'family', [
    ['Fewer buttons are larger buttons. Hide what is not used.', 'action', 'medium'],
    ['Keep the order once it is learned.', 'information', 'medium'],
  ]),
  ...tipsOf('settings', 'family', [
    ['The timezone decides when reminders come. Check it first.', 'safety', 'high'],
    ['Press and hold helps a hand that trembles.', 'information', 'medium'],
    ['The slideshow may start by itself when the photos are opened.', 'information', 'low'],
  ]),
];

type Button = Pick<HomeButton, 'buttonKey' | 'label' | 'isEnabled'>;

export interface TipQuestion {
  readonly page: string;
  readonly action: string;
  readonly role: string;
  /** The home buttons; a tip about a hidden button is not used. */
  readonly buttons: readonly Button[];
}

/**
 * Returns a tip for a page and role, preferably for the action. `turn` is any integer; consecutive
 * values select consecutive tips.
 */
export function builtInTip({ page, action, role, buttons }: TipQuestion, turn: number): HelpTip {
  const reader: Reader = role === 'user' ? 'elder' : 'family';
  const onPage = BUILT_IN_TIPS.filter((tip) => tip.page === page.trim().toLowerCase()).flatMap(
    (tip) => withLabel(tip, buttons),
  );
  const own = onPage.filter((tip) => tip.for === reader);
  // Without a tip for the reader, those of the other role are used, because family members also see
  // the elder's screens.
  const candidates = own.length > 0 ? own : onPage;
  const doing = action.toLowerCase();
  const fitting = candidates.filter(
    (tip) => tip.action !== undefined && doing.includes(tip.action),
  );
  const suitable =
    fitting.length > 0 ? fitting : candidates.filter((tip) => tip.action === undefined);
  const chosen = suitable[Math.abs(turn) % Math.max(1, suitable.length)];
  if (chosen === undefined) return FALLBACK_TIP;
  const { tip, category, priority } = chosen;
  return { tip, category, priority };
}

/** Returns the tip with the label of its button; empty if that button is hidden. */
function withLabel(tip: BuiltInTip, buttons: readonly Button[]): BuiltInTip[] {
  const [, key] = BUTTON.exec(tip.tip) ?? [];
  if (key === undefined) return [tip];
  return buttons
    .filter(({ buttonKey, isEnabled }) => isEnabled && buttonKey === key)
    .map(({ label }) => ({ ...tip, tip: tip.tip.replace(BUTTON, () => label) }));
}
