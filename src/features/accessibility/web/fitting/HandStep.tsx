import hand from '@phosphor-icons/core/assets/duotone/hand-duotone.svg?raw';
import tap from '@phosphor-icons/core/assets/duotone/hand-tap-duotone.svg?raw';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { Accessibility } from '../../contract.ts';
import { Actions, Step } from './Step.tsx';

/**
 * Asks with which hand the elder presses; the answers and the back button are placed on the side of
 * that hand.
 */
export function HandStep({ onDone }: { onDone: (hand: Accessibility['hand']) => void }) {
  return (
    <Step
      icon={tap}
      title="Which hand do you press with?"
      line="The answers and the way back will stand on its side."
    >
      <Actions>
        <TouchButton size="alarm" variant="outline" icon={hand} onPress={() => onDone('left')}>
          Left
        </TouchButton>
        <TouchButton
          size="alarm"
          variant="outline"
          icon={hand}
          className="[&_.icon]:-scale-x-100"
          onPress={() => onDone('right')}
        >
          Right
        </TouchButton>
      </Actions>
    </Step>
  );
}
