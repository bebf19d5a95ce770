import { z } from 'zod';
import { MAX_TYPED_LENGTH, MAX_WORDS, TOO_MANY_WORDS } from '../limits.ts';
import { wordsOf } from './fold.ts';

export const typedWords = z
  .string('Please type what to look for.')
  .trim()
  .min(1, 'Please type what to look for.')
  .max(MAX_TYPED_LENGTH, 'That is too long.')
  .refine((typed) => wordsOf(typed).length <= MAX_WORDS, TOO_MANY_WORDS);
