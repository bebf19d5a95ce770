import play from '@phosphor-icons/core/assets/bold/play-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import sun from '@phosphor-icons/core/assets/duotone/sun-horizon-duotone.svg?raw';
import { type ReactNode, useCallback, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { EldersAccessibility } from '../../contract.ts';
import type { Findings } from '../../domain/propose.ts';
import { AlarmStep } from './AlarmStep.tsx';
import { HandStep } from './HandStep.tsx';
import { Actions, Step } from './Step.tsx';
import { SunStep } from './SunStep.tsx';
import { TextStep } from './TextStep.tsx';
import { VoiceStep } from './VoiceStep.tsx';

const STEPS = ['welcome', 'sun', 'text', 'alarm', 'voice', 'hand', 'proposal'] as const;

/** The steps that ask a question: all except the first and the last. */
const QUESTIONS = STEPS.length - 2;

interface FittingProps {
  name: string;
  present: EldersAccessibility;
  /** Called when the fitting ends, with or without a proposal. */
  onEnd: () => void;
  /** Renders the last step. */
  end: (findings: Findings) => ReactNode;
}

/**
 * A fitting of about two minutes on the tablet that determines the preferences of an elder; nothing
 * is saved before its end.
 */
export function Fitting({ name, present, onEnd, end }: FittingProps) {
  const [at, setAt] = useState(0);
  const [findings, setFindings] = useState<Findings>({});
  const found = useCallback((more: Findings) => {
    setFindings((before) => ({ ...before, ...more }));
    setAt((now) => now + 1);
  }, []);
  return (
    <div className="flex min-h-dvh flex-col gap-5 bg-[linear-gradient(#dcebf5,#f4ecdc_18rem,var(--color-ground)_26rem)] p-4 tablet:p-8">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 flex-1">
          <p className="font-bold text-card wrap-anywhere">For {name}</p>
          {at > 0 && at <= QUESTIONS && (
            <p className="text-elder">
              Step {at} of {QUESTIONS}
            </p>
          )}
        </div>
        <TouchButton variant="white" icon={x} onPress={onEnd}>
          Stop
        </TouchButton>
      </div>
      <div className="flex flex-1 flex-col">
        <Now {...{ name, present, at, findings, found, end }} />
      </div>
    </div>
  );
}

interface NowProps extends Omit<FittingProps, 'onEnd'> {
  at: number;
  findings: Findings;
  found: (more: Findings) => void;
}

/** The current step. */
function Now({ name, present, at, findings, found, end }: NowProps) {
  const heard = useCallback((heardAt: number | null | undefined) => found({ heardAt }), [found]);
  switch (STEPS[at]) {
    case 'welcome':
      return (
        <Step
          icon={sun}
          title={`Two minutes with ${name}`}
          line="Hand over the tablet as it is used every day. There is no right and no wrong."
        >
          <Actions>
            <TouchButton size="alarm" icon={play} onPress={() => found({})}>
              Begin
            </TouchButton>
          </Actions>
        </Step>
      );
    case 'sun':
      return <SunStep onDone={(touches) => found({ touches })} />;
    case 'text':
      return <TextStep onDone={(textSize) => found({ textSize })} />;
    case 'alarm':
      return <AlarmStep alarmTone={present.alarmTone} onDone={heard} />;
    case 'voice':
      return (
        <VoiceStep
          speechVolume={present.speechVolume}
          onDone={(speechRate) => found({ speechRate })}
        />
      );
    case 'hand':
      return <HandStep onDone={(hand) => found({ hand })} />;
    default:
      return end(findings);
  }
}
