import { z } from 'zod';

/**
 * The version that a change is based on (optimistic locking); without it the change overwrites any
 * version.
 */
export const baseVersion = z.int().min(1).optional();

/** The current version of an object. */
export const version = z.int();
