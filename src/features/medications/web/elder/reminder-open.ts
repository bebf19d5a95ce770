import { createContext } from 'react';

/** Whether a reminder stands above the screen: nothing below it may sound then. */
export const ReminderStands = createContext(false);
