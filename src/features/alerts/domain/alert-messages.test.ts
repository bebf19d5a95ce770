import { describe, expect, it } from 'vitest';
import { alertMessage, type OverdueDose } from './alert-messages.ts';

const NOW = new Date('2026-03-10T13:00:00Z');
const AWAKE = 'The tablet was awake and its sound was on.';
const GONE = 'The tablet has not been heard from since 8:41 AM.';

const dose = (changed: Partial<OverdueDose> = {}): OverdueDose => ({
  name: 'Lisinopril',
  dosage: '10 mg',
  elder: 'Rose',
  scheduledTime: new Date('2026-03-10T12:00:00Z'),
  tablet: AWAKE,
  ...changed,
});

const words = (doses: OverdueDose[], older = 0) =>
  alertMessage(doses, older, NOW, 'America/New_York');

describe('alertMessage', () => {
  it('an alert names the dose, its time, the elder and the state of the tablet', () => {
    expect(words([dose()])).toEqual({
      subject: 'A dose has not been confirmed',
      paragraphs: [
        'This dose is more than an hour late, and nobody has said whether it was taken:',
        'Lisinopril, 10 mg for Rose: due at 8:00 AM',
        AWAKE,
      ],
      notice: `Due at 8:00 AM. ${AWAKE}`,
    });
  });

  it('the tablet sentence appears once, below the doses that share it', () => {
    const yesterday = new Date('2026-03-09T23:00:00Z');
    const listed = words([
      dose({ tablet: GONE, scheduledTime: yesterday, dosage: '', elder: '' }),
      dose({ name: 'Metformin' }),
      dose({ name: 'Vitamin D' }),
    ]);
    expect(listed.subject).toBe('3 doses have not been confirmed');
    expect(listed.paragraphs).toEqual([
      'These doses are more than an hour late, and nobody has said whether they were taken:',
      'Lisinopril: due at 7:00 PM on Monday, March 9',
      GONE,
      'Metformin, 10 mg for Rose: due at 8:00 AM',
      'Vitamin D, 10 mg for Rose: due at 8:00 AM',
      AWAKE,
    ]);
  });

  it('ten doses are listed and the rest are counted', () => {
    const { subject, paragraphs } = words(Array.from({ length: 17 }, () => dose()));
    expect(subject).toBe('17 doses have not been confirmed');
    expect(paragraphs.filter((line) => line.startsWith('Lisinopril'))).toHaveLength(10);
    expect(paragraphs.at(-1)).toBe('and 7 more.');
  });

  it('doses that are too old to list are counted in the last sentence', () => {
    const { subject, paragraphs } = words([dose()], 5);
    expect(subject).toBe('6 doses have not been confirmed');
    expect(paragraphs.at(-1)).toBe(
      '5 doses of the time before, when you could not be told, were marked as missed.',
    );
    expect(words([], 1)).toEqual({
      subject: 'A dose has not been confirmed',
      paragraphs: ['1 dose of the time before, when you could not be told, was marked as missed.'],
      notice: '1 dose of the time before, when you could not be told, was marked as missed.',
    });
  });

  it('subject and notification name no medication, because a locked phone shows them', () => {
    const { subject, notice } = words([dose()]);
    expect(subject + notice).not.toMatch(/Lisinopril|10 mg|Rose/);
  });
});
