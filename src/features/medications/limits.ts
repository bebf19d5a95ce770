/** Of a household, the deleted ones not counted: every tablet reads and every alarm looks at all of them. */
export const MOST_MEDICATIONS = 100;
