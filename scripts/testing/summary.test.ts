import { describe, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript, since npm test runs before anything is installed
import { describeFailures, readJourneys, slowest } from './summary.mjs';

const passed = { duration: 1000, errors: [] };
const failed = (message: string) => ({ duration: 2000, errors: [{ message }] });

function spec(title: string, status: string, results: object[]) {
  return { file: 'one.spec.ts', line: 7, title, tests: [{ status, results }] };
}

const REPORT = {
  stats: { expected: 4, flaky: 1, unexpected: 1, skipped: 2 },
  errors: [{ message: 'a file that does not load' }],
  suites: [
    {
      file: 'one.spec.ts',
      specs: [spec('a dose is taken', 'expected', [passed])],
      suites: [
        {
          specs: [
            spec('a photo is shown', 'flaky', [failed('not yet visible'), passed]),
            spec('a call is made', 'unexpected', [failed('no answer'), failed('gone')]),
          ],
        },
      ],
    },
  ],
};

describe('summary of a test run', () => {
  test('readJourneys returns counts, times, failures and flaky tests', () => {
    expect(readJourneys(REPORT)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 2,
      files: [{ file: 'one.spec.ts', ms: 8000 }],
      failures: [
        { name: 'one.spec.ts:7 a call is made', message: 'no answer' },
        { name: 'outside of a journey', message: 'a file that does not load' },
      ],
      flaky: [{ name: 'one.spec.ts:7 a photo is shown', message: 'not yet visible' }],
    });
  });

  test('readJourneys returns zero counts without a report', () => {
    expect(readJourneys(undefined)).toMatchObject({ passed: 0, failed: 0, failures: [] });
  });

  test('a failure message is listed without colours and shortened', () => {
    const message = `\u001B[31mwrong\u001B[39m\n${'line\n'.repeat(50)}`;
    const [told, ...others] = describeFailures('FAILED', [
      { name: 'postgres: one.test.ts › a dose', message },
    ]);
    expect(others).toEqual([]);
    expect(told?.split('\n').slice(0, 3)).toEqual([
      'FAILED: postgres: one.test.ts › a dose',
      '    wrong',
      '    line',
    ]);
    expect(told?.split('\n')).toHaveLength(13);
  });

  test('after twenty failures only the number of further ones is listed', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `${index}`, message: '' }));
    expect(describeFailures('FAILED', many).at(-1)).toBe('FAILED: 5 more');
  });

  test('a failure without a message is listed by its name', () => {
    expect(describeFailures('FAILED', [{ name: 'types', message: '' }])).toEqual(['FAILED: types']);
  });

  test('the five slowest files are listed', () => {
    const files = [1, 6, 2, 5, 3, 4].map((seconds) => ({
      file: `${seconds}.test.ts`,
      ms: seconds * 1000,
    }));
    expect(slowest(files)).toEqual([
      '  longest: 6.test.ts 6 s, 5.test.ts 5 s, 4.test.ts 4 s, 3.test.ts 3 s, 2.test.ts 2 s',
    ]);
    expect(slowest([])).toEqual([]);
  });
});
