import { useId } from 'react';
import { Button } from '#kit/web/ui/Button.tsx';
import { AccountFields, FormCard } from './AccountFields.tsx';
import { EulaAgreement } from './EulaAgreement.tsx';
import { Eula } from './eula.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { type RegistrationSending, useRegistrationForm } from './use-registration-form.ts';

/** Everything that a new household needs, on one page. What was typed stays when something is wrong. */
export function CreateAccountForm(props: RegistrationSending) {
  const { card } = props;
  const account = useRegistrationForm(props);
  const whyDisabled = useId();
  return (
    <form {...account.form.props} aria-label="Create Account" className="grid gap-4.5">
      <AccountFields form={account.form} />
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
        isPending={account.form.isPending}
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
