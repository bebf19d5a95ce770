import hand from '@phosphor-icons/core/assets/duotone/hand-duotone.svg?raw';
import tap from '@phosphor-icons/core/assets/duotone/hand-tap-duotone.svg?raw';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import type { Accessibility } from '../../contract.ts';
import { Actions } from './Actions.tsx';
import { Step } from './Step.tsx';

/** Which hand presses: answers and the way back stand on its side. */
export function HandStep({ onDone }: { onDone: (hand: Accessibility['hand']) => void }) {
  return (
    <Step
      icon={tap}
      title="Which hand do you press with?"
      line="The answers and the way back will stand on its side."
    >
      <Actions>
        <ElderButton size="alarm" variant="outline" icon={hand} onPress={() => onDone('left')}>
          Left
        </ElderButton>
        <ElderButton
          size="alarm"
          variant="outline"
          icon={hand}
          className="[&_.icon]:-scale-x-100"
          onPress={() => onDone('right')}
        >
          Right
        </ElderButton>
      </Actions>
    </Step>
  );
}
