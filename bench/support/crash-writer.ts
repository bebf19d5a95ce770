/** Writes of one kind, one after the other, and what must be there of them after a crash. */
export interface Writer {
  /** Makes the next write; resolves when the server has acknowledged it. */
  write(): Promise<void>;
  /** What was acknowledged and is not there, and what is there by half. */
  wrong(): Promise<string[]>;
}

/** A number that grows with each write: after a crash it is one between these. */
export class Counted {
  begun = 0;
  acknowledged = 0;

  async next(write: (number: number) => Promise<unknown>): Promise<void> {
    this.begun += 1;
    const number = this.begun;
    await write(number);
    this.acknowledged = number;
  }

  /** Told when what is there is older than what was acknowledged, or was never sent. */
  wrong(what: string, found: number): string[] {
    const fits = found >= this.acknowledged && found <= this.begun;
    return fits ? [] : [`${what}: ${found} is there, ${this.acknowledged} was acknowledged`];
  }
}
