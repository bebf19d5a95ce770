import { createContext } from 'react';

/** True while the server answers the elder's screens. */
export const Connected = createContext(true);
