import back from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import { HealthReport } from '#features/server-health/web/HealthReport.tsx';
import { ButtonLink } from '#platform/web/ui/ButtonLink.tsx';
import { FamilyPage } from './FamilyPage.tsx';

export function ServerHealthScreen() {
  return (
    <FamilyPage
      title="Health of this server"
      actions={
        <ButtonLink href="/admin" icon={back}>
          Panel
        </ButtonLink>
      }
    >
      <HealthReport />
    </FamilyPage>
  );
}
