import { withoutInvisible } from './visible-text.ts';

/** `URL` exists in browsers and in Node, but the types of neither are available in shared files. */
declare const URL: new (text: string) => { readonly hostname: string };

/**
 * Returns name and address of a mailbox such as `Rosa <rosa@example.com>`; without a name only the
 * address.
 */
export function namedAddress(text: string): { name: string; address: string } {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? [];
  return { name: quoted ?? name.trim(), address: (inBrackets ?? text).trim() };
}

/**
 * Returns the email address in a user's input, in lower case. An internationalized domain is
 * converted to ASCII (xn--…): browsers send either form, but mail servers accept only the ASCII
 * form.
 */
export function emailIn(text: string): string {
  const { address } = namedAddress(withoutInvisible(text).normalize('NFKC'));
  const plain = address.replace(/^mailto:/i, '').toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  return plain.slice(0, at) + asciiDomain(plain.slice(at));
}

/**
 * Email addresses that are accepted: letters, digits and a few signs before the @, and at least two
 * labels after it.
 */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** A rough check that finds typing errors in a form; the server applies the full rule. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@\S+\.\S+$/.test(emailIn(text));
}

/** Returns the validation message for an address that does not match `EMAIL`. */
export function emailProblem(address: unknown): string {
  const [, local = ''] = /^([^@]*)@/.exec(String(address ?? '')) ?? [];
  return /[^\p{ASCII}]/u.test(local)
    ? 'Only the letters a to z, digits and signs such as . and - can be before the @ of an email address.'
    : 'Please enter a valid email address.';
}

function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}
