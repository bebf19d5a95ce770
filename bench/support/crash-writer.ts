/**
 * Makes writes of one kind, one after the other, and checks after a crash that all acknowledged
 * ones are stored.
 */
export interface Writer {
  /** Makes the next write; resolves when the server has acknowledged it. */
  write(): Promise<void>;
  /** Returns acknowledged writes that are missing, and partial writes. */
  wrong(): Promise<string[]>;
}

/**
 * A number that increases with each write. After a crash the stored value must be at least
 * `acknowledged` and at most `begun`.
 */
export class Counted {
  begun = 0;
  acknowledged = 0;

  async next(write: (number: number) => Promise<unknown>): Promise<void> {
    this.begun += 1;
    const number = this.begun;
    await write(number);
    this.acknowledged = number;
  }

  /** Reports a value that is older than the acknowledged one, or that was never sent. */
  wrong(what: string, found: number): string[] {
    const fits = found >= this.acknowledged && found <= this.begun;
    return fits ? [] : [`${what}: ${found} is there, ${this.acknowledged} was acknowledged`];
  }
}
