import arrow from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import list from '@phosphor-icons/core/assets/duotone/list-checks-duotone.svg?raw';
import { useState } from 'react';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { EldersAccessibility } from '../../contract.ts';
import { ACCESSIBILITY_WORDS, valueMessage } from '../../domain/messages.ts';
import { FITTED, type Findings, propose } from '../../domain/propose.ts';
import { useSaveAccessibility } from '../admin/save-accessibility.ts';
import { Actions, Step } from './Step.tsx';

interface ProposalProps {
  name: string;
  present: EldersAccessibility;
  findings: Findings;
  onEnd: () => void;
}

/**
 * The last step of a fitting when an administrator is present, who accepts or discards the
 * proposal.
 */
export function Proposal({ name, present, findings, onEnd }: ProposalProps) {
  const { save, isPending } = useSaveAccessibility();
  // The values before the fitting, so that the list does not change while it is saved.
  const [before] = useState(present);
  const proposed = propose(findings, before);
  const names = FITTED.filter((each) => proposed[each] !== undefined);
  if (names.length === 0) {
    return (
      <Step
        icon={list}
        title="Everything fits already"
        line={`Nothing needs to change for ${name}.`}
      >
        <Actions>
          <TouchButton onPress={onEnd}>Done</TouchButton>
        </Actions>
      </Step>
    );
  }
  return (
    <Step
      icon={list}
      title="This is what we propose"
      line="Nothing has been saved yet. All of it can be changed later."
    >
      <dl className="grid gap-0 rounded-card bg-surface px-5 py-3 text-left shadow-e1 tablet:px-8">
        {names.map((each) => (
          <div
            key={each}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line py-3 not-last:border-b-2"
          >
            <dt className="text-elder">{ACCESSIBILITY_WORDS[each]}</dt>
            <dd className="flex flex-wrap items-center gap-x-4 text-elder">
              <span className="text-soft">{valueMessage(each, before[each])}</span>
              <Icon of={arrow} className="text-[1.5rem] text-soft" />
              <span className="sr-only">becomes</span>
              <strong className="font-bold">
                {valueMessage(each, proposed[each] ?? before[each])}
              </strong>
            </dd>
          </div>
        ))}
      </dl>
      <Actions>
        <TouchButton variant="outline" isDisabled={isPending} onPress={onEnd}>
          Keep as it was
        </TouchButton>
        <TouchButton
          variant="success"
          icon={check}
          isBusy={isPending}
          onPress={() => save(present.userId, () => proposed, onEnd)}
        >
          Use these
        </TouchButton>
      </Actions>
    </Step>
  );
}
