/** Something that failed, as it is told. */
interface Failure {
  readonly name: string;
  readonly message: string;
}

interface TimedFile {
  readonly file: string;
  readonly ms: number;
}

export function slowest(files: readonly TimedFile[]): string[];

export function readJourneys(report: object | undefined): {
  passed: number;
  failed: number;
  skipped: number;
  files: TimedFile[];
  failures: Failure[];
  flaky: Failure[];
};

export function tell(how: string, failures: readonly Failure[]): string[];
