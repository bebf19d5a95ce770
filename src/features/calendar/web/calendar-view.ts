import { keepHere, keptHere } from '#kit/web/kept-here.ts';

const VIEWS = ['list', 'month', 'week'] as const;

/** How the events are looked at. */
export type CalendarView = (typeof VIEWS)[number];

/** Where this browser keeps the view that was chosen last. */
const KEY = 'calendar-view';

export function rememberedView(): CalendarView {
  const kept = keptHere(KEY);
  return VIEWS.find((view) => view === kept) ?? 'list';
}

/** Where it cannot be kept it holds until the page is left. */
export function rememberView(view: CalendarView): void {
  keepHere(KEY, view);
}
