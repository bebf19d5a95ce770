import { createContext } from 'react';

/**
 * Returns 'Rose' or 'everyone' for the `userId` of a medication. Set only for an administrator in a
 * household with several elders; on an elder's own tablet all doses are for that elder.
 */
export const OwnerName = createContext<(userId: string) => string | undefined>(() => undefined);
