const VIEWS = ['list', 'month', 'week'] as const;

/** How the events are looked at. */
export type CalendarView = (typeof VIEWS)[number];

/** Where this browser keeps the view that was chosen last. */
const KEY = 'calendar-view';

export function rememberedView(): CalendarView {
  try {
    const kept = localStorage.getItem(KEY);
    return VIEWS.find((view) => view === kept) ?? 'list';
  } catch {
    return 'list';
  }
}

export function rememberView(view: CalendarView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Without a storage it holds until the page is left.
  }
}
