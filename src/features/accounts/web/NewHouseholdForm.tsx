import type { NewHousehold } from '../contract.ts';
import { HouseholdFields } from './AccountFields.tsx';
import type { Payer } from './card-entry.ts';
import { HouseholdTerms } from './HouseholdTerms.tsx';
import { type HouseholdSending, NO_PLACE, useHouseholdForm } from './use-household-form.ts';

interface NewHouseholdFormProps extends HouseholdSending<NewHousehold, unknown> {
  /** The signed-in administrator. */
  owner: Pick<Payer, 'firstName' | 'lastName' | 'email'>;
  onDone: () => void;
}

/** The form for another household of a signed-in administrator: address and payment. */
export function NewHouseholdForm({ owner, ...props }: NewHouseholdFormProps) {
  const { form, ...terms } = useHouseholdForm({
    ...props,
    empty: NO_PLACE,
    payerOf: () => owner,
    failure: { title: 'Not added', text: 'The household could not be added.' },
  });
  return (
    <form {...form.props} aria-label="Add a household" className="grid gap-4.5">
      <HouseholdFields form={form} />
      <HouseholdTerms card={props.card} {...terms} isPending={form.isPending}>
        Add this household
      </HouseholdTerms>
    </form>
  );
}
