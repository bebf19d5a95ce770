// A reporter of Vitest, for npm test: what its own JSON leaves out is on which database a test failed, and
// errors that belong to no test.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class UnitReporter {
  /**
   * Writes into the file that UNIT_REPORT_FILE names: `{ passed, failed, skipped, files: { file, ms }[],
   * failures: { name, message }[] }`.
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

/** The message, where it was thrown, and of an assertion the difference. */
function say({ message, stacks: [top] = [], diff }) {
  return [
    message,
    ...(top ? [`at ${relative('.', top.file)}:${top.line}`] : []),
    ...(diff ? [diff] : []),
  ].join('\n');
}
