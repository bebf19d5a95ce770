interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** 'Rose Miller'; somebody may have one name alone. */
export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
