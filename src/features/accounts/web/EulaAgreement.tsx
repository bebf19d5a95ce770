import { type ReactNode, useEffect, useRef } from 'react';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';

export interface EulaAgreementProps {
  /** The text of the agreement. */
  children: ReactNode;
  isReadToEnd: boolean;
  isAccepted: boolean;
  onReadToEnd: () => void;
  onAccept: (isAccepted: boolean) => void;
}

/** Distance in pixels from the bottom that counts as scrolled to the end. */
const NEAR_THE_END = 4;

/** The agreement and a checkbox that is enabled after scrolling to its end. */
export function EulaAgreement(props: EulaAgreementProps) {
  const { isReadToEnd, isAccepted, onReadToEnd, onAccept, children } = props;
  const text = useRef<HTMLElement>(null);
  const check = () => {
    const box = text.current;
    if (!box || isReadToEnd) return;
    const left = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (left <= NEAR_THE_END) onReadToEnd();
  };
  // Checked after each render: a text that does not overflow cannot be scrolled, and counts as
  // read.
  useEffect(check);
  return (
    <>
      <div className="relative rounded-control border border-line-strong bg-white">
        <section
          ref={text}
          aria-label="End User License Agreement"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          onScroll={check}
          className="scroll-seen h-52.5 rounded-control px-4.5 pt-3.5 pb-6 text-help"
        >
          {children}
        </section>
        {isReadToEnd ? null : (
          <div className="pointer-events-none absolute inset-x-1 bottom-0 h-14 rounded-b-control bg-linear-to-t from-white to-white/0" />
        )}
      </div>
      <div className="mt-3">
        <Checkbox
          label="I have read and accept the End User License Agreement"
          description={
            isReadToEnd ? undefined : 'Please scroll to the bottom of the EULA before accepting.'
          }
          isDisabled={!isReadToEnd}
          isSelected={isAccepted}
          onChange={onAccept}
        />
      </div>
    </>
  );
}
