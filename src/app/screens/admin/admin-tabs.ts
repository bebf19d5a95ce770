import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import chart from '@phosphor-icons/core/assets/duotone/chart-bar-duotone.svg?raw';
import card from '@phosphor-icons/core/assets/duotone/credit-card-duotone.svg?raw';
import tablet from '@phosphor-icons/core/assets/duotone/device-tablet-duotone.svg?raw';
import gear from '@phosphor-icons/core/assets/duotone/gear-six-duotone.svg?raw';
import house from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import images from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import content from '@phosphor-icons/core/assets/duotone/squares-four-duotone.svg?raw';
import sun from '@phosphor-icons/core/assets/duotone/sun-horizon-duotone.svg?raw';
import users from '@phosphor-icons/core/assets/duotone/users-duotone.svg?raw';
import type { ComponentType } from 'react';
import type { User } from '#features/sessions/contract.ts';
import type { Role } from '#platform/shared/roles.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { TODAY_PATH } from '../../paths.ts';

export interface AdminTab {
  id: string;
  label: string;
  icon: string;
  path: string;
  line: string;
  /** True for tabs of the super_admin only; they come last, after a separator. */
  isForSuperAdmin?: true;
  /** Content of the tab, in a separate chunk that is loaded when the tab is opened. */
  Content: ComponentType<{ user: User }>;
}

const CONTENT: AdminTab = {
  id: 'content',
  label: 'Content Management',
  icon: content,
  path: '/admin',
  line: 'What appears behind Watch, Listen and Read',
  Content: lazyComponent(
    async () => (await import('#features/content/web/admin/ContentTabs.tsx')).ContentTabs,
  ),
};

export const PHOTO_ALBUMS: AdminTab = {
  id: 'photo-albums',
  label: 'Photo Albums',
  icon: images,
  path: '/photo-albums',
  line: 'Photos appear on the tablet as soon as they are uploaded',
  Content: lazyComponent(
    async () => (await import('#features/photos/web/admin/PhotoAlbums.tsx')).PhotoAlbums,
  ),
};

export const INITIAL_TAB = CONTENT;

/**
 * The first tab, with the state of all elders. Every other tab shows its summary in one line at the
 * top.
 */
export const TODAY_TAB: AdminTab = {
  id: 'today',
  label: 'Today',
  icon: sun,
  path: TODAY_PATH,
  line: 'How it is at this moment',
  Content: lazyComponent(async () => (await import('./Today.tsx')).Today),
};

const ADMIN_TABS: readonly AdminTab[] = [
  TODAY_TAB,
  {
    id: 'tablets',
    label: 'Tablets',
    icon: tablet,
    path: '/admin/tablets',
    line: 'Could each tablet ring now?',
    Content: lazyComponent(async () => (await import('./Tablets.tsx')).Tablets),
  },
  CONTENT,
  {
    id: 'users',
    label: 'User Management',
    icon: users,
    path: '/users',
    line: 'People who can use this account',
    Content: lazyComponent(async () => (await import('./UserManagement.tsx')).UserManagement),
  },
  {
    id: 'calendar',
    label: 'Calendar & Events',
    icon: calendar,
    path: '/calendar',
    line: 'What appears in My Day and at the bottom of the home screen',
    Content: lazyComponent(
      async () => (await import('#features/calendar/web/CalendarTab.tsx')).CalendarTab,
    ),
  },
  {
    id: 'medications',
    label: 'Medications',
    icon: pill,
    path: '/medications',
    line: 'Reminders the tablet shows, and the list they come from',
    Content: lazyComponent(async () => (await import('./Medications.tsx')).Medications),
  },
  PHOTO_ALBUMS,
  {
    id: 'home-buttons',
    label: 'Home Buttons',
    icon: house,
    path: '/home-buttons',
    line: 'The buttons on the home screen, in order',
    Content: lazyComponent(async () => (await import('./HomeButtons.tsx')).HomeButtons),
  },
  {
    id: 'settings',
    label: 'App Settings',
    icon: gear,
    path: '/settings',
    line: 'How the tablet looks and behaves',
    Content: lazyComponent(async () => (await import('./AppSettings.tsx')).AppSettings),
  },
  {
    id: 'analytics',
    label: 'Analytics',
    icon: chart,
    path: '/admin/analytics',
    line: 'What the tablet is used for',
    isForSuperAdmin: true,
    Content: lazyComponent(
      async () => (await import('#features/analytics/web/AnalyticsTab.tsx')).AnalyticsTab,
    ),
  },
  {
    id: 'subscription',
    label: 'Subscription',
    icon: card,
    path: '/subscription',
    line: 'Plan and payment for this account',
    isForSuperAdmin: true,
    Content: lazyComponent(async () => (await import('./Subscription.tsx')).Subscription),
  },
];

export function tabsFor(role: Role): readonly AdminTab[] {
  return ADMIN_TABS.filter(({ isForSuperAdmin }) => !isForSuperAdmin || role === 'super_admin');
}
