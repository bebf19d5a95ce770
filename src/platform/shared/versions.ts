import { z } from 'zod';

/**
 * Schema of the version that a change is based on (optimistic locking). A change without it
 * overwrites any version.
 */
export const baseVersion = z.int().min(1).optional();

/** Schema of the current version of an object. */
export const version = z.int();
