import back from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import { Redirect } from 'wouter';
import { NewHouseholdForm } from '#features/accounts/web/NewHouseholdForm.tsx';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { enterHousehold } from '#features/households/web/enter-household.ts';
import { useAddHousehold } from '#features/households/web/queries.ts';
import type { User } from '#features/sessions/contract.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { Email } from '#platform/web/ui/Email.tsx';
import { FullPageLoading } from '#platform/web/ui/FullPageLoading.tsx';
import { HOUSEHOLDS_PATH } from '../../paths.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { WithCard } from './WithCard.tsx';

const TITLE = 'Add another household';

export function NewHouseholdScreen({ user }: { user: User }) {
  const { data: options, isPending } = useAccountOptions();
  const adding = useAddHousehold();
  if (isPending) return <FullPageLoading />;
  const { firstName, lastName, email } = user;
  if (!options?.registrationOpen || email === null)
    return <Redirect to={HOUSEHOLDS_PATH} replace />;
  return (
    <AccountFrame title={TITLE} line="" isWide>
      <h2 className="mb-2 font-bold text-title leading-tight">{TITLE}</h2>
      <p className="mb-4">
        You stay signed in as <Email of={email} /> and are its super admin. You choose in the panel
        which household you look at; nobody of one sees the other.
      </p>
      <p className="mb-6">
        <ButtonLink href={HOUSEHOLDS_PATH} icon={back}>
          Your households
        </ButtonLink>
      </p>
      <WithCard billing={options.billing}>
        {(card, onRefused) => (
          <NewHouseholdForm
            owner={{ firstName, lastName, email }}
            card={card}
            onSend={(body) => adding.mutateAsync({ body })}
            onRefused={onRefused}
            onDone={() => void enterHousehold('/admin')}
          />
        )}
      </WithCard>
    </AccountFrame>
  );
}
