import ear from '@phosphor-icons/core/assets/duotone/ear-duotone.svg?raw';
import eye from '@phosphor-icons/core/assets/duotone/eye-duotone.svg?raw';
import hand from '@phosphor-icons/core/assets/duotone/hand-tap-duotone.svg?raw';
import type { ReactNode } from 'react';
import { Box } from '#platform/web/ui/Box.tsx';
import { Choices } from '#platform/web/ui/Choices.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import type { Accessibility } from '../../contract.ts';
import { ACCESSIBILITY_WORDS, CHOICE_WORDS, valueMessage } from '../../domain/messages.ts';
import { RANGES, stepped } from '../../limits.ts';
import { StepSetting } from './StepSetting.tsx';
import type { Change } from './save-accessibility.ts';

interface ControlsProps {
  values: Accessibility;
  onChange: (change: Change) => void;
  /** Shown in the section about hearing. */
  listening: ReactNode;
}

/** All preferences of an elder, grouped by touch, sight and hearing. */
export function Controls({ values, onChange, listening }: ControlsProps) {
  const step = (name: keyof typeof RANGES, description: string) => (
    <StepSetting
      label={ACCESSIBILITY_WORDS[name]}
      description={description}
      range={RANGES[name]}
      value={values[name]}
      words={valueMessage(name, values[name])}
      onStep={(by) => onChange((present) => ({ [name]: stepped(present[name], by, RANGES[name]) }))}
    />
  );
  const choice = (name: keyof typeof CHOICE_WORDS) => (
    <Choices
      label={ACCESSIBILITY_WORDS[name]}
      choices={Object.entries(CHOICE_WORDS[name]).map(([value, label]) => ({ value, label }))}
      value={values[name]}
      onChange={(value) => onChange(() => ({ [name]: value }))}
    />
  );
  return (
    <>
      <Box title="Hands" icon={hand}>
        <div className="grid gap-5">
          {step('holdMs', 'A finger that only brushes a button presses nothing. Never for keys.')}
          {step('driftPx', 'How far beside a button a finger may be lifted and still press it.')}
          {step('repeatMs', 'A tap that trembles presses once.')}
          {choice('hand')}
          <p className="-mt-3 text-help text-soft">
            Left puts the answers and the way back where the left hand is.
          </p>
        </div>
      </Box>
      <Box title="Eyes" icon={eye}>
        <div className="grid gap-5">
          {step('textSize', 'Everything grows together. Long pages are scrolled.')}
          {choice('contrast')}
          {choice('motion')}
          <p className="-mt-3 text-help text-soft">
            Calm fades and nothing pulses or slides. With None everything changes at once.
          </p>
        </div>
      </Box>
      <Box title="Ears" icon={ear}>
        <div className="grid gap-5">
          {choice('alarmTone')}
          {step('alarmLoudness', 'On top of the tablet’s own volume, which should be high.')}
          <Switch
            label={ACCESSIBILITY_WORDS.screenFlash}
            description="The reminder lights up once a second while the alarm sounds."
            isSelected={values.screenFlash}
            onChange={(screenFlash) => onChange(() => ({ screenFlash }))}
          />
          {step('speechRate', '100 % is the speed at which people usually speak.')}
          {step('speechVolume', 'Louder than 100 % is only the tablet’s own volume.')}
          {listening}
        </div>
      </Box>
    </>
  );
}
