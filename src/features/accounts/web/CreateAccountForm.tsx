import { useId } from 'react';
import { Button } from '#kit/web/ui/Button.tsx';
import { AccountFields, FormCard } from './AccountFields.tsx';
import type { CardEntry } from './card-entry.ts';
import { EulaAgreement } from './EulaAgreement.tsx';
import { Eula } from './eula.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { type SendRegistration, useRegistrationForm } from './use-registration-form.ts';

interface CreateAccountFormProps {
  card: CardEntry;
  onSend: SendRegistration;
}

/** Everything that a new household needs, on one page. What was typed stays when something is wrong. */
export function CreateAccountForm({ card, onSend }: CreateAccountFormProps) {
  const account = useRegistrationForm(card, onSend);
  const whyDisabled = useId();
  return (
    <form
      ref={account.form}
      noValidate
      aria-label="Create Account"
      onSubmit={(event) => {
        event.preventDefault();
        if (!account.isSending) void account.send();
      }}
      className="grid gap-4.5"
    >
      <AccountFields values={account.values} errors={account.errors} onChange={account.change} />
      <FormCard title="Plan and payment">
        <PlanChoice plan={account.plan} onChange={account.setPlan} />
        <div className="mt-4">{card.field}</div>
        {card.terms ? <p className="mt-3 text-help text-soft">{card.terms(account.plan)}</p> : null}
      </FormCard>
      <FormCard title="End User License Agreement">
        <EulaAgreement
          isReadToEnd={account.isReadToEnd}
          isAccepted={account.isAccepted}
          onReadToEnd={account.readToEnd}
          onAccept={account.accept}
        >
          <Eula />
        </EulaAgreement>
      </FormCard>
      <Button
        type="submit"
        size="large"
        isDisabled={!account.isAccepted}
        isPending={account.isSending}
        aria-describedby={whyDisabled}
      >
        Create Account
      </Button>
      <p id={whyDisabled} className="min-h-6 text-center text-soft">
        {account.isAccepted ? '' : 'This button works once the agreement above is accepted.'}
      </p>
    </form>
  );
}
