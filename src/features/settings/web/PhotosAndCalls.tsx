import images from '@phosphor-icons/core/assets/duotone/images-duotone.svg?raw';
import { Box } from '#kit/web/ui/Box.tsx';
import type { Settings } from '../contract.ts';
import { LONGEST_ROOM_URL, SLIDESHOW_SECONDS } from '../limits.ts';
import { SETTING_WORDS } from '../messages.ts';
import { asAddress } from '../typed-value.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { SwitchSetting } from './SwitchSetting.tsx';
import { TextSetting } from './TextSetting.tsx';

/** How photos are shown, and where the family meets for a call. */
export function PhotosAndCalls({ settings }: { settings: Settings }) {
  return (
    <Box title="Photos and calls" icon={images}>
      <div className="grid gap-4">
        <SwitchSetting
          label={SETTING_WORDS.defaultToSlideshow}
          description="Photos opens as a slideshow."
          saved={settings.defaultToSlideshow}
          changeTo={(isOn) => ({ defaultToSlideshow: isOn })}
        />
        <SwitchSetting
          label={SETTING_WORDS.photoVoiceGuidanceEnabled}
          description="The tablet reads the captions aloud."
          saved={settings.photoVoiceGuidanceEnabled}
          changeTo={(isOn) => ({ photoVoiceGuidanceEnabled: isOn })}
        />
        <NumberSetting
          label={SETTING_WORDS.slideshowDisplayDuration}
          description={`${SLIDESHOW_SECONDS.least} to ${SLIDESHOW_SECONDS.most} seconds`}
          range={SLIDESHOW_SECONDS}
          saved={settings.slideshowDisplayDuration}
          changeTo={(seconds) => ({ slideshowDisplayDuration: seconds })}
        />
        <TextSetting
          label={SETTING_WORDS.googleMeetRoomUrl}
          description="The room that Call opens. Left empty, there is no call to join."
          placeholder="https://meet.google.com/"
          inputMode="url"
          maxLength={LONGEST_ROOM_URL}
          read={asAddress}
          saved={settings.googleMeetRoomUrl}
          changeTo={(url) => ({ googleMeetRoomUrl: url })}
        />
      </div>
    </Box>
  );
}
