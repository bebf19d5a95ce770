import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';

interface PaymentNoticeProps {
  children: string;
  onUseAnotherCard: () => void;
}

/** A notice at the top about an owed payment, with a button to pay. */
export function PaymentNotice({ children, onUseAnotherCard }: PaymentNoticeProps) {
  return (
    <section
      aria-label="Payment"
      className="flex flex-wrap items-center justify-between gap-4 rounded-box border-2 border-gold-line bg-late-tint px-5 py-4.5 tablet:px-6"
    >
      <p className="flex flex-[1_1_20rem] gap-3 font-semibold text-late">
        <Icon of={warning} className="mt-0.5 text-[1.4rem]" />
        {children}
      </p>
      <Button onPress={onUseAnotherCard}>Use another card</Button>
    </section>
  );
}
