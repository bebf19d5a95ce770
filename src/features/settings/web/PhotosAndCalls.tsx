import images from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import { Box } from '#platform/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { asAddress } from '../domain/typed-value.ts';
import { MAX_ROOM_URL_LENGTH, SLIDESHOW_SECONDS } from '../limits.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { SwitchSetting } from './SwitchSetting.tsx';
import { settingOf } from './setting-of.ts';
import { TextSetting } from './TextSetting.tsx';

export function PhotosAndCalls({ settings }: { settings: Settings }) {
  return (
    <Box title="Photos and calls" icon={images}>
      <div className="grid gap-4">
        <SwitchSetting
          {...settingOf(settings, 'defaultToSlideshow')}
          description="Photos opens as a slideshow."
        />
        <SwitchSetting
          {...settingOf(settings, 'photoVoiceGuidanceEnabled')}
          description="The tablet reads the captions aloud."
        />
        <NumberSetting
          {...settingOf(settings, 'slideshowDisplayDuration')}
          description={`${SLIDESHOW_SECONDS.least} to ${SLIDESHOW_SECONDS.most} seconds`}
          range={SLIDESHOW_SECONDS}
        />
        <TextSetting
          {...settingOf(settings, 'googleMeetRoomUrl')}
          description="The room that Call opens. Left empty, there is no call to join."
          placeholder="https://meet.google.com/"
          inputMode="url"
          maxLength={MAX_ROOM_URL_LENGTH}
          read={asAddress}
        />
      </div>
    </Box>
  );
}
