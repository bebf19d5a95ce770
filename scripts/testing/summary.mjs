// Builds the summary that npm test prints at the end, because CI services often show only the end
// of a long log.
import { stripVTControlCharacters } from 'node:util';

/** Number of slowest test files that are listed. */
const NAMED = 5;
/** Maximum number of lines of a failure message; enough for an assertion with its difference. */
const MESSAGE_LINES = 12;
/** Maximum number of listed failures; if there are more, they usually have one cause. */
const FAILURES_TOLD = 20;

/** @returns a line with the slowest files; a file that ran on two databases appears twice */
export function slowest(files) {
  const longest = files.toSorted((one, other) => other.ms - one.ms).slice(0, NAMED);
  const named = longest.map(({ file, ms }) => `${file} ${Math.round(ms / 1000)} s`);
  return named.length === 0 ? [] : [`  longest: ${named.join(', ')}`];
}

/**
 * Summarizes Playwright's JSON report, which is `undefined` if the runner did not get that far.
 * @returns counts, `files` with the milliseconds of all attempts, and a name and the first message
 *   of each of the `failures` and `flaky` tests (failed, then passed)
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
 * @param {string} how prefix of each name
 * @returns one entry for each failure: its name, then its shortened and indented message
 */
export function describeFailures(how, failures) {
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
