import type { Settings } from '../contract.ts';

export const SETTING_WORDS: Readonly<Record<keyof Settings, string>> = {
  appName: 'App name',
  timezone: 'Timezone',
  defaultCity: 'City',
  defaultState: 'State',
  defaultPostalCode: 'Postal code',
  defaultCountry: 'Country',
  temperatureUnit: 'Temperature',
  requireLongPress: 'Press and hold to open',
  medicationAlarmEnabled: 'Medication alarm',
  alarmRepeatMinutes: 'Minutes until the alarm sounds again',
  snoozeMinutes: 'Length of a snooze',
  googleMeetRoomUrl: 'Google Meet room',
  voiceGuidanceEnabled: 'Voice guidance',
  autoplayEnabled: 'Autoplay',
  photoVoiceGuidanceEnabled: 'Photo voice guidance',
  defaultToSlideshow: 'Start the slideshow by itself',
  slideshowDisplayDuration: 'Seconds per photo',
  askWhoseMedications: 'Question whose the medications are',
  remindersOfOneTime: 'Pills of one time together',
  showFirstSteps: 'First steps',
};
