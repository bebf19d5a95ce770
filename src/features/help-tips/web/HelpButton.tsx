import question from '@phosphor-icons/core/assets/bold/question-bold.svg?raw';
import { useId, useRef, useState } from 'react';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import { type TipPlace, useHelpTip } from './queries.ts';
import { TipCard } from './TipCard.tsx';
import './help-button.css';

/** Help that is asked for: a tip for this screen, which stays until it is closed. */
export function HelpButton({ place }: { place: TipPlace }) {
  const [isOpen, setOpen] = useState(false);
  const tip = useHelpTip(place, isOpen).data?.tip;
  const pill = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    pill.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <div ref={pill} className="help-pill">
        <TouchButton
          icon={question}
          onPress={() => setOpen((was) => !was)}
          aria-describedby={id}
          className="rounded-full! border-6 border-surface bg-clip-padding max-tablet:px-4! max-tablet:text-least! max-tablet:[&_.icon]:hidden"
        >
          Help
        </TouchButton>
      </div>
      <div id={id} role="status" className="help-tip">
        {isOpen && tip !== undefined && <TipCard tip={tip} onClose={close} />}
      </div>
    </>
  );
}
