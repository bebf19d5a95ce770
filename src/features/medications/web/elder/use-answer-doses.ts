import { useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.ts';
import type { LogStatus } from '../../contract.ts';
import { NOT_SAVED } from '../../said-messages.ts';
import type { Afterwards } from './answer-doses.ts';
import type { DoseKey } from './dose-outbox.ts';
import { noteFailedAnswers } from './failed-answers.ts';

/** Small first screens: what takes an answer comes after them, or with the first answer. */
export const loadAnswering = () => import('./answer-doses.ts');

/**
 * Says something of doses: see `answerDoses`. Resolves when it is kept, and false when it could not
 * be, which was said.
 */
export function useAnswerDoses() {
  const client = useQueryClient();
  return async (
    doses: readonly DoseKey[],
    status: LogStatus,
    afterwards: Afterwards = {},
  ): Promise<boolean> => {
    noteFailedAnswers(doses, undefined);
    try {
      const { answerDoses } = await loadAnswering();
      return await answerDoses(client, doses, status, afterwards);
    } catch (error) {
      // Nothing was done: the reminder stays and can be pressed again.
      const reason = sentenceOf(error, NOT_SAVED);
      noteFailedAnswers(doses, reason);
      const { seenOn } = afterwards;
      toast.error('Failed to log medication', reason, seenOn === undefined ? {} : { seenOn });
      return false;
    }
  };
}
