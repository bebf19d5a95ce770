import question from '@phosphor-icons/core/assets/bold/question-bold.svg?raw';
import { useId, useRef, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { type TipPlace, useHelpTip } from './queries.ts';
import { TipCard } from './TipCard.tsx';

/** A button that shows a tip for this screen until it is closed. */
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
      <div
        ref={pill}
        className="help-pill fixed bottom-3.5 left-4 z-10 tablet:left-8 short:static short:m-4"
      >
        <TouchButton
          icon={question}
          onPress={() => setOpen((was) => !was)}
          aria-describedby={id}
          className="rounded-full! border-6 border-surface bg-clip-padding max-tablet:px-4! max-tablet:text-least! max-tablet:[&_.icon]:hidden"
        >
          Help
        </TouchButton>
      </div>
      {/* The tip is placed above the row of buttons, where it covers no control that may be
          needed quickly. */}
      <div
        id={id}
        role="status"
        className="fixed inset-x-4 bottom-29 z-20 tablet:right-auto tablet:left-8 tablet:w-[min(52rem,calc(100%-4rem))] short:static short:m-4"
      >
        {isOpen && tip !== undefined && <TipCard place="screen" tip={tip} onClose={close} />}
      </div>
    </>
  );
}
