import type { Settings } from './contract.ts';

/** What a family calls each setting. */
export const SETTING_WORDS: Readonly<Record<keyof Settings, string>> = {
  appName: 'App name',
  timezone: 'Timezone',
  defaultCity: 'City',
  defaultState: 'State',
  defaultPostalCode: 'Postal code',
  defaultCountry: 'Country',
  temperatureUnit: 'Temperature unit',
  requireLongPress: 'Long press',
  medicationAlarmEnabled: 'Medication alarm',
  alarmRepeatMinutes: 'Alarm repeat',
  googleMeetRoomUrl: 'Google Meet room',
  voiceGuidanceEnabled: 'Voice guidance',
  autoplayEnabled: 'Autoplay',
  photoVoiceGuidanceEnabled: 'Photo voice guidance',
  defaultToSlideshow: 'Start with the slideshow',
  slideshowDisplayDuration: 'Slideshow duration',
};
