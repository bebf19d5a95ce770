import type { Settings } from '../contract.ts';

/** The settings of a new household. */
export const DEFAULT_SETTINGS: Settings = {
  appName: 'Grand App',
  timezone: 'America/New_York',
  defaultCity: 'Williamstown',
  defaultState: 'MA',
  defaultPostalCode: '',
  defaultCountry: 'United States',
  temperatureUnit: 'fahrenheit',
  requireLongPress: false,
  medicationAlarmEnabled: true,
  alarmRepeatMinutes: 5,
  snoozeMinutes: 10,
  googleMeetRoomUrl: '',
  voiceGuidanceEnabled: true,
  autoplayEnabled: true,
  photoVoiceGuidanceEnabled: true,
  defaultToSlideshow: false,
  slideshowDisplayDuration: 10,
  askWhoseMedications: true,
  remindersOfOneTime: 'undecided',
  showFirstSteps: true,
};
