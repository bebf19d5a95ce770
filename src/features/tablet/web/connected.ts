import { createContext } from 'react';

/** Whether the server answers, as far as the elder's screens know. */
export const Connected = createContext(true);
