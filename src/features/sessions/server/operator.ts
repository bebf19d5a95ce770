/**
 * Whether an administrator runs this server: `operatorEmails` are those of OPERATOR_EMAIL, in lower
 * case. An email counts when it is proven, since anybody can register with any.
 */
export function isOperator(
  { email, emailProvenAt }: { email: string | null; emailProvenAt: Date | null },
  operatorEmails: readonly string[],
): boolean {
  return email !== null && emailProvenAt !== null && operatorEmails.includes(email.toLowerCase());
}
