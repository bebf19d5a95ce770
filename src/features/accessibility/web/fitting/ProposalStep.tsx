import arrow from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import list from '@phosphor-icons/core/assets/duotone/list-checks-duotone.svg?raw';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { Accessibility } from '../../contract.ts';
import { ACCESSIBILITY_WORDS, valueMessage } from '../../messages.ts';
import { FITTED } from '../../propose.ts';
import { Actions } from './Actions.tsx';
import { Step } from './Step.tsx';

interface ProposalStepProps {
  name: string;
  present: Accessibility;
  proposed: Partial<Accessibility>;
  isSaving: boolean;
  onUse: () => void;
  onKeep: () => void;
}

/** What the fitting proposes, and the question whether to take it. */
export function ProposalStep(props: ProposalStepProps) {
  const { name, present, proposed, isSaving, onUse, onKeep } = props;
  const names = FITTED.filter((each) => proposed[each] !== undefined);
  if (names.length === 0) {
    return (
      <Step
        icon={list}
        title="Everything fits already"
        line={`Nothing needs to change for ${name}.`}
      >
        <Actions>
          <TouchButton onPress={onKeep}>Done</TouchButton>
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
              <span className="text-soft">{valueMessage(each, present[each])}</span>
              <Icon of={arrow} className="text-[1.5rem] text-soft" />
              <span className="sr-only">becomes</span>
              <strong className="font-bold">
                {valueMessage(each, proposed[each] ?? present[each])}
              </strong>
            </dd>
          </div>
        ))}
      </dl>
      <Actions>
        <TouchButton variant="outline" isDisabled={isSaving} onPress={onKeep}>
          Keep as it was
        </TouchButton>
        <TouchButton variant="success" icon={check} isBusy={isSaving} onPress={onUse}>
          Use these
        </TouchButton>
      </Actions>
    </Step>
  );
}
