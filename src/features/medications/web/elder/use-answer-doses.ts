import { useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/toasts.ts';
import type { LogStatus } from '../../contract.ts';
import { NOT_SAVED } from '../../domain/answer-messages.ts';
import type { Afterwards } from './answer-doses.ts';
import type { DoseKey } from './dose-outbox.ts';
import { setFailedAnswers } from './failed-answers.ts';

/**
 * Loads the module that answers doses, after the first screen or with the first answer, to keep the
 * initial bundle small.
 */
export const loadAnswering = () => import('./answer-doses.ts');

/**
 * Returns a function that answers doses: see `answerDoses`. It resolves to true when the answers
 * are stored, and to false after a failure has been shown.
 */
export function useAnswerDoses() {
  const client = useQueryClient();
  return async (
    doses: readonly DoseKey[],
    status: LogStatus,
    afterwards: Afterwards = {},
  ): Promise<boolean> => {
    setFailedAnswers(doses, undefined);
    try {
      const { answerDoses } = await loadAnswering();
      return await answerDoses(client, doses, status, afterwards);
    } catch (error) {
      // The answer was not stored, so the reminder remains and can be answered again.
      const reason = sentenceOf(error, NOT_SAVED);
      setFailedAnswers(doses, reason);
      const { seenOn } = afterwards;
      toast.error('Failed to log medication', reason, seenOn === undefined ? {} : { seenOn });
      return false;
    }
  };
}
