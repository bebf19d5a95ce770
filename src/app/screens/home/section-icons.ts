import read from '@phosphor-icons/core/assets/duotone/book-open-text-duotone.svg?raw';
import other from '@phosphor-icons/core/assets/duotone/house-duotone.svg?raw';
import photos from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import watch from '@phosphor-icons/core/assets/duotone/monitor-play-duotone.svg?raw';
import listen from '@phosphor-icons/core/assets/duotone/music-notes-duotone.svg?raw';
import myday from '@phosphor-icons/core/assets/duotone/sun-horizon-duotone.svg?raw';
import call from '@phosphor-icons/core/assets/duotone/video-camera-duotone.svg?raw';

const ICONS: Readonly<Record<string, string>> = { photos, watch, listen, read, call, myday };

export function sectionIcon(buttonKey: string): string {
  return ICONS[buttonKey] ?? other;
}
