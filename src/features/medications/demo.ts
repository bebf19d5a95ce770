import type { Frequency } from './domain/frequencies.ts';

export interface DemoMedication {
  readonly name: string;
  readonly dosage: string;
  readonly frequency: Frequency;
  /** Wall-clock times; 'soon' is replaced by a time a few minutes after the server starts. */
  readonly times: readonly string[];
  readonly instructions: string;
  readonly soundEnabled: boolean;
  readonly shortestIntervalMinutes?: number;
  readonly mostIn24Hours?: number;
}

const medication = (
  name: string,
  dosage: string,
  frequency: Frequency,
  times: readonly string[],
  instructions = '',
  soundEnabled = true,
): DemoMedication => ({ name, dosage, frequency, times, instructions, soundEnabled });

/** Eight medications for the demo household, which cover all frequencies without a pattern. */
export const DEMO_MEDICATIONS: readonly DemoMedication[] = [
  medication('Lisinopril', '10 mg', 'daily', ['soon'], 'Take with a full glass of water.'),
  medication('Metformin', '500 mg', 'twice_daily', ['08:00', '18:00'], 'Take with food.'),
  medication('Atorvastatin', '20 mg', 'daily', ['20:00'], 'Take in the evening.'),
  medication('Vitamin D', '1000 IU', 'daily', ['08:00'], '', false),
  medication(
    'Carbidopa-Levodopa',
    '25-100 mg',
    'three_times_daily',
    ['07:00', '13:00', '19:00'],
    'Take half an hour before the meal.',
  ),
  medication('Alendronate', '70 mg', 'weekly', ['07:00'], 'Sit upright for half an hour.'),
  medication('Eye drops', '0.5 %', 'twice_daily', ['09:00', '21:00'], 'One drop in each eye.'),
  {
    ...medication('Acetaminophen', '500 mg', 'as_needed', [], 'With a glass of water.'),
    shortestIntervalMinutes: 360,
    mostIn24Hours: 4,
  },
];
