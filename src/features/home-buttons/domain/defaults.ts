import type { HomeButton } from '../contract.ts';

const button = (buttonKey: string, label: string, icon: string, order: number) => ({
  buttonKey,
  label,
  icon,
  route: buttonKey === 'myday' ? '/my-day' : `/${buttonKey}`,
  isEnabled: true,
  order,
});

/** The buttons of a new household; also the fallback of the home screen. */
export const DEFAULT_BUTTONS: readonly Omit<HomeButton, 'id'>[] = [
  button('photos', 'Photos', 'images', 0),
  button('watch', 'Watch', 'monitor-play', 1),
  button('listen', 'Listen', 'music-notes', 2),
  button('read', 'Read', 'book-open-text', 3),
  button('call', 'Call', 'video-camera', 4),
  button('myday', 'My Day', 'sun-horizon', 5),
];
