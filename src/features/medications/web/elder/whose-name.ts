import { createContext } from 'react';

/**
 * 'Rose', or 'everyone', by the `userId` of a medication. Only where an administrator looks on and
 * there are several elders to tell apart: on an elder's own tablet everything is theirs.
 */
export const WhoseName = createContext<(userId: string) => string | undefined>(() => undefined);
