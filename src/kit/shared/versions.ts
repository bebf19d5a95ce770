import { z } from 'zod';

/** What a change was made from; a client that does not say it overwrites as it always did. */
export const madeFrom = z.int().min(1).optional();

/** How a thing says which version of it this is. */
export const version = z.int();
