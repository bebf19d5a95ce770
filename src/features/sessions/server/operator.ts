/**
 * True if the administrator is an operator of this server: `operatorEmails` are those of
 * OPERATOR_EMAIL, in lower case. Only a confirmed email counts, because anyone can register with
 * any email.
 */
export function isOperator(
  { email, emailProvenAt }: { email: string | null; emailProvenAt: Date | null },
  operatorEmails: readonly string[],
): boolean {
  return email !== null && emailProvenAt !== null && operatorEmails.includes(email.toLowerCase());
}
