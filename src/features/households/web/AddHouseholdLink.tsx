import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';

/** A link to add a household, if registration is open. */
export function AddHouseholdLink({ path }: { path: string }) {
  const { data } = useAccountOptions();
  if (!data?.registrationOpen) return null;
  return (
    <section
      aria-label="Another household"
      className="flex flex-wrap items-center justify-between gap-4 rounded-box border border-line bg-surface px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-72">
        Do you look after somebody in another home? Each household has its own people, photos and
        subscription, and none of them sees the other.
      </p>
      <ButtonLink href={path} icon={plus}>
        Add another household
      </ButtonLink>
    </section>
  );
}
