import { type ReactNode, useId } from 'react';
import type { Plan } from '#features/entitlement/domain/plans.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { FormCard } from './AccountFields.tsx';
import type { CardEntry } from './card-entry.ts';
import { EulaAgreement, type EulaAgreementProps } from './EulaAgreement.tsx';
import { Eula } from './eula.tsx';
import { PlanChoice } from './PlanChoice.tsx';

interface HouseholdTermsProps extends EulaAgreementProps {
  card: CardEntry;
  plan: Plan;
  setPlan: (plan: Plan) => void;
  isPending: boolean;
  /** The label of the button. */
  children: ReactNode;
}

/** Payment, agreement and submit button of a new household. */
export function HouseholdTerms(props: HouseholdTermsProps) {
  const { card, plan, setPlan, isPending, children, ...agreement } = props;
  const { isAccepted } = agreement;
  const whyDisabled = useId();
  return (
    <>
      <FormCard title="Plan and payment">
        <PlanChoice plan={plan} onChange={setPlan} />
        <div className="mt-4">{card.field}</div>
        {card.terms ? <p className="mt-3 text-help text-soft">{card.terms(plan)}</p> : null}
      </FormCard>
      <FormCard title="End User License Agreement">
        <EulaAgreement {...agreement}>
          <Eula />
        </EulaAgreement>
      </FormCard>
      <Button
        type="submit"
        size="large"
        isDisabled={!isAccepted}
        isPending={isPending}
        aria-describedby={whyDisabled}
      >
        {children}
      </Button>
      <p id={whyDisabled} className="min-h-6 text-center text-soft">
        {isAccepted ? '' : 'This button works once the agreement above is accepted.'}
      </p>
    </>
  );
}
