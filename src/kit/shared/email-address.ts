import { withoutInvisible } from './visible-text.ts';

/** The browser and the server both have it; shared files know the types of neither. */
declare const URL: new (text: string) => { readonly hostname: string };

/** A mailbox's name and address, of `Rosa <rosa@example.com>`; without a name only the address. */
export function namedAddress(text: string): { name: string; address: string } {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? [];
  return { name: quoted ?? name.trim(), address: (inBrackets ?? text).trim() };
}

/**
 * The email address in what a person typed or pasted, in lower case. A domain with letters such as ä
 * becomes its ASCII form (xn--…): browsers send either, and mail servers know only that one.
 */
export function emailIn(text: string): string {
  const { address } = namedAddress(withoutInvisible(text).normalize('NFKC'));
  const plain = address.replace(/^mailto:/i, '').toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  return plain.slice(0, at) + asciiDomain(plain.slice(at));
}

/** Letters, digits and a few signs before the @; at least two labels after it. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** Enough to find a slip in a form; the server has the whole rule. */
export function looksLikeEmail(text: string): boolean {
  return /^\S+@\S+\.\S+$/.test(emailIn(text));
}

/** The sentence for an address that is refused. */
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
