import back from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import play from '@phosphor-icons/core/assets/bold/play-bold.svg?raw';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { Skeleton } from '#platform/web/ui/Skeleton.tsx';
import { useAccessibilities } from '../queries.ts';
import { Controls } from './Controls.tsx';
import { Listening } from './Listening.tsx';
import { type ElderDevice, RemoteFitting } from './RemoteFitting.tsx';
import { useSaveAccessibility } from './save-accessibility.ts';
import { TouchPreview } from './TouchPreview.tsx';

interface AccessibilityPageProps {
  elder: { readonly id: string; readonly name: string };
  /** The path of the fitting. */
  fittingPath: string;
  /** The devices on which the elder is signed in; undefined while loading. */
  devices: readonly ElderDevice[] | undefined;
}

/** The accessibility preferences of one elder; each choice is saved at once. */
export function AccessibilityPage({ elder, fittingPath, devices }: AccessibilityPageProps) {
  const { data, isError } = useAccessibilities();
  const { save } = useSaveAccessibility();
  const values = data?.find(({ userId }) => userId === elder.id);
  if (values === undefined) {
    return isError || data ? (
      <EmptyState text="These settings could not be loaded." />
    ) : (
      <Skeleton className="h-80 w-full rounded-box" />
    );
  }
  return (
    <div className="grid gap-5.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-section">For {elder.name}: hands, eyes and ears</h2>
        <ButtonLink href="/settings" icon={back}>
          All settings
        </ButtonLink>
      </div>
      <div className="grid grid-cols-1 items-start gap-5.5 broad:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid gap-4 broad:sticky broad:top-4 broad:order-1 short:static">
          <TouchPreview name={elder.name} values={values} />
          <div className="rounded-box bg-ground px-4 py-5 tablet:px-6">
            <p className="mb-3">
              Two minutes with {elder.name} at the tablet find out what fits. Nothing is saved
              before you agree.
            </p>
            <ButtonLink href={fittingPath} icon={play}>
              Start the fitting on this tablet
            </ButtonLink>
            <div className="mt-4">
              <RemoteFitting elder={elder} devices={devices} values={values} />
            </div>
          </div>
        </div>
        <div className="grid gap-5.5">
          <Controls
            values={values}
            onChange={(change) => save(elder.id, change)}
            listening={<Listening values={values} />}
          />
        </div>
      </div>
    </div>
  );
}
