// Vitest reporter for npm test. Vitest's own JSON report omits the database project of a failed
// test, and errors outside of tests.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class UnitReporter {
  /**
   * Writes `{ passed, failed, skipped, files: { file, ms }[], failures: { name, message }[] }` to
   * the file in UNIT_REPORT_FILE.
   */
  onTestRunEnd(modules, unhandled) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const files = [];
    const failures = unhandled.map((error) => ({ name: 'outside of a test', message: say(error) }));
    for (const module of modules) {
      const file = module.relativeModuleId;
      const place = `${module.project.name}: ${file}`;
      files.push({ file, ms: module.diagnostic().duration });
      failures.push(...module.errors().map((error) => ({ name: place, message: say(error) })));
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        counts[state === 'pending' ? 'skipped' : state] += 1;
        if (state !== 'failed') continue;
        failures.push({ name: `${place} › ${test.fullName}`, message: errors.map(say).join('\n') });
      }
    }
    writeFileSync(process.env.UNIT_REPORT_FILE, JSON.stringify({ ...counts, files, failures }));
  }
}

/** Returns the text of an error: its message, its location, and the difference of an assertion. */
function say({ message, stacks: [top] = [], diff }) {
  return [
    message,
    ...(top ? [`at ${relative('.', top.file)}:${top.line}`] : []),
    ...(diff ? [diff] : []),
  ].join('\n');
}
