import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Action } from '../domain/states.ts';
import { choiceMessage, type Period } from './subscription-messages.ts';

interface WhatEachDoesProps {
  actions: readonly Action[];
  period: Period;
  timezone: string;
  /** Called to cancel immediately. */
  onCancel: () => void;
}

/** The effect of each action; the irreversible one is shown separately. */
export function ActionEffects({ actions, period, timezone, onCancel }: WhatEachDoesProps) {
  return (
    <Box title="What each choice does" variant="filled">
      <dl className="grid gap-4">
        {actions.map((action) => {
          const { name, effect } = choiceMessage(action, period, timezone);
          return (
            <div key={action}>
              <dt className="font-bold">{name}</dt>
              <dd className="text-soft">{effect}</dd>
            </div>
          );
        })}
      </dl>
      {actions.includes('cancel-immediately') ? (
        <Button variant="danger-outline" className="mt-4 w-full" onPress={onCancel}>
          Cancel immediately
        </Button>
      ) : null}
    </Box>
  );
}
