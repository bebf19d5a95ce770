import { createContext } from 'react';

/** True while a reminder is shown above the screen: other components must not sound then. */
export const ReminderStands = createContext(false);
