import images from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import users from '@phosphor-icons/core/assets/duotone/users-duotone.svg?raw';
import type { ComponentType } from 'react';
import { PhotoAlbums } from '#features/photos/web/admin/PhotoAlbums.tsx';
import type { User } from '#features/sessions/contract.ts';
import { Medications } from './Medications.tsx';
import { UserManagement } from './UserManagement.tsx';

export interface AdminTab {
  id: string;
  label: string;
  icon: string;
  path: string;
  /** One line under the title. */
  line: string;
  Content: ComponentType<{ user: User }>;
}

const MEDICATIONS: AdminTab = {
  id: 'medications',
  label: 'Medications',
  icon: pill,
  path: '/medications',
  line: 'Reminders the tablet shows, and the list they come from',
  Content: Medications,
};

/** What /admin opens. */
export const INITIAL_TAB = MEDICATIONS;

/** The tabs of the panel from top to bottom. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    id: 'users',
    label: 'User Management',
    icon: users,
    path: '/users',
    line: 'People who can use this account',
    Content: UserManagement,
  },
  MEDICATIONS,
  {
    id: 'photo-albums',
    label: 'Photo Albums',
    icon: images,
    path: '/photo-albums',
    line: 'Photos appear on the tablet as soon as they are uploaded',
    Content: PhotoAlbums,
  },
];
