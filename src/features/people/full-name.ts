interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** 'Rose Miller'; an elder may have one name alone. */
export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
