interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** Returns 'Rose Miller'; either name may be empty. */
export function fullName({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim();
}
