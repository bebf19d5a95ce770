/**
 * Whether somebody runs this server: `operatorEmails` are those of OPERATOR_EMAIL, in lower case. An
 * email counts when it is proven, since anybody can register with any.
 */
export function isOperator(
  {
    email,
    emailProvenAt,
    role,
  }: { email: string | null; emailProvenAt: Date | null; role: string },
  operatorEmails: readonly string[],
): boolean {
  return (
    role !== 'user' &&
    email !== null &&
    emailProvenAt !== null &&
    operatorEmails.includes(email.toLowerCase())
  );
}
