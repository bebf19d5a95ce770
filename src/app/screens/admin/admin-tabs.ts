import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import type { ComponentType } from 'react';
import { MedicationsTab } from '#features/medications/web/MedicationsTab.tsx';

export interface AdminTab {
  id: string;
  label: string;
  icon: string;
  path: string;
  /** One line under the title. */
  line: string;
  Content: ComponentType;
}

/** The tabs of the panel from top to bottom; /admin opens the first. */
export const ADMIN_TABS: readonly [AdminTab, ...AdminTab[]] = [
  {
    id: 'medications',
    label: 'Medications',
    icon: pill,
    path: '/medications',
    line: 'Reminders the tablet shows, and the list they come from',
    Content: MedicationsTab,
  },
];
