/** For how many days a link can be made; the first is proposed. */
export const LINK_DAYS = [7, 1, 30] as const;

/** Links that stand at once in a household. */
export const MOST_LINKS = 20;

/** Days that the page reaches back, as far as the one on paper: of doses, and of measures and notes. */
export const DAYS_SHOWN = 91;
export const MEASURED_DAYS_SHOWN = 30;
