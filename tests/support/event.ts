/** A complete calendar event as a client sends it. */
export const EVENT = {
  title: 'Chair exercises',
  description: 'In the garden room.',
  eventDate: '2026-03-10',
  startTime: '09:00',
  endTime: '09:30',
  eventTime: '09:00',
  eventType: 'exercise',
  recurring: true,
  recurringFrequency: 'daily',
  recurringUntil: '2026-12-31',
  skippedDates: [],
  allDay: false,
};
