// What npm test says at its end: what a service that runs it keeps of a long log is often the end alone.
import { stripVTControlCharacters } from 'node:util';

/** Files of tests that are named, because they took longest. */
const NAMED = 5;
/** Of what a failed test said: an assertion with its difference fits. */
const MESSAGE_LINES = 12;
/** Of so many failures one cause is the likely one. */
const FAILURES_TOLD = 20;

/** @returns a line with the files that took longest; a file that ran on two databases is one for each. */
export function slowest(files) {
  const longest = files.toSorted((one, other) => other.ms - one.ms).slice(0, NAMED);
  const named = longest.map(({ file, ms }) => `${file} ${Math.round(ms / 1000)} s`);
  return named.length === 0 ? [] : [`  longest: ${named.join(', ')}`];
}

/**
 * What is to be known of Playwright's JSON report; `undefined` where it did not get that far.
 * @returns counts, `files` with the milliseconds of all their tries, and of what `failures` and of what
 *   `flaky` journeys, which failed and then passed, a name and the message of the first try
 */
export function readJourneys(report) {
  const suites = report?.suites ?? [];
  const specs = suites.flatMap(specsOf);
  return {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    skipped: report?.stats.skipped ?? 0,
    files: suites.map((suite) => ({
      file: suite.file,
      ms: specsOf(suite)
        .flatMap(triesOf)
        .reduce((sum, { duration }) => sum + duration, 0),
    })),
    failures: [
      ...specs.filter(isOfStatus('unexpected')).map(nameAndMessage),
      ...(report?.errors ?? []).map(({ message = '' }) => ({
        name: 'outside of a journey',
        message,
      })),
    ],
    flaky: specs.filter(isOfStatus('flaky')).map(nameAndMessage),
  };
}

/**
 * @param {string} how what is said before each name
 * @returns one entry for each, its message cut and moved in below its name
 */
export function tell(how, failures) {
  const told = failures.slice(0, FAILURES_TOLD).map(({ name, message }) => {
    const lines = [`${how}: ${name}`];
    const said = stripVTControlCharacters(message).trim();
    if (said !== '') lines.push(...said.split('\n', MESSAGE_LINES).map((line) => `    ${line}`));
    return lines.join('\n');
  });
  const more = failures.length - told.length;
  return more > 0 ? [...told, `${how}: ${more} more`] : told;
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function triesOf({ tests }) {
  return tests.flatMap(({ results }) => results);
}

function isOfStatus(wanted) {
  return ({ tests }) => tests.some(({ status }) => status === wanted);
}

function nameAndMessage(spec) {
  const errors = triesOf(spec).find((result) => result.errors.length > 0)?.errors ?? [];
  return {
    name: `${spec.file}:${spec.line} ${spec.title}`,
    message: errors.map(({ message = '' }) => message).join('\n'),
  };
}
