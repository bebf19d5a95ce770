import { escapeHtml } from '#platform/server/http/escape-html.ts';

interface Action {
  readonly label: string;
  readonly link: string;
}

export interface Letter {
  /** Name that the household has given to the product. */
  readonly brand: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: Action;
  /** An urgent button, shown above `action`. */
  readonly first?: Action;
  /** Text below the buttons that explains the consequence if the reader does nothing. */
  readonly closing: string;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const PAGE = `margin:0;padding:24px;background:#f4f0e9;color:#1d2742;${FONT}`;
const CARD = 'max-width:560px;margin:0 auto;padding:32px;background:#fffefb;border-radius:12px';
const WORDS = 'margin:0 0 16px;font-size:18px;line-height:1.5';
const BUTTON =
  'display:inline-block;padding:14px 24px;border-radius:8px;background:#1d2742;color:#ffffff;font-size:18px;font-weight:600;text-decoration:none';

/** Renders an email in both formats: plain text and escaped HTML. */
export function writeLetter(letter: Letter): { text: string; html: string } {
  return { text: textOf(letter), html: htmlOf(letter) };
}

/**
 * Replaces line breaks, control characters and text direction characters by a space. Needed for
 * names, which are user input.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const MAX_NAME_LENGTH = 60;

/** Patterns of text that an email program would turn into a link or a telephone number. */
const REACHABLE = [
  /\S*:\/\/\S*/gu,
  /\S*@\S*/gu,
  /\S*\bwww\.\S*/giu,
  /\S*[\p{L}\p{N}]\.[\p{Ll}\p{N}-]{2,}\S*/gu,
  /\+?\(?\p{Nd}(?:[\s()./-]*\p{Nd}){4,}/gu,
];

/**
 * Returns a user-entered name for an email to a stranger: short, without addresses or telephone
 * numbers. The result may be empty.
 */
export function plainName(text: string): string {
  const plain = oneLine(text.normalize('NFKC').replace(/[\u3002\u00b7\u2024]/g, '.'));
  const named = REACHABLE.reduce((rest, pattern) => rest.replace(pattern, ' '), plain);
  // Adds a space after a dot within a word, as in Dr.Smith, because an email program may read such
  // a word as a domain.
  const words = oneLine(named.replace(/\.(?=\S)/g, '. '));
  return [...words].slice(0, MAX_NAME_LENGTH).join('').trim();
}

function textOf({ brand, heading, paragraphs, first, action, closing }: Letter): string {
  const lines = [heading, ...paragraphs].map(oneLine);
  const buttons = [first, action].flatMap((one) =>
    one === undefined ? [] : [`${oneLine(one.label)}:\n${one.link}`],
  );
  return `${[...lines, ...buttons, oneLine(closing), oneLine(brand)].join('\n\n')}\n`;
}

function buttonOf({ label, link: to }: Action): string {
  const link = escapeHtml(to);
  return `<p style="${WORDS}"><a href="${link}" style="${BUTTON}">${shown(label)}</a></p>
<p style="${WORDS}">If the button does not work, copy this address into your browser:<br>
<a href="${link}" style="color:#1d2742;word-break:break-all">${link}</a></p>`;
}

const shown = (text: string) => escapeHtml(oneLine(text));

function htmlOf({ brand, heading, paragraphs, first, action, closing }: Letter): string {
  const button = [first, action]
    .flatMap((one) => one ?? [])
    .map(buttonOf)
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${shown(heading)}</title></head>
<body style="${PAGE}"><div style="${CARD}">
<p style="${WORDS};font-weight:600">${shown(brand)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.3">${shown(heading)}</h1>
${paragraphs.map((words) => `<p style="${WORDS}">${shown(words)}</p>`).join('\n')}
${button}
<p style="margin:0;font-size:16px;line-height:1.5;color:#424b66">${shown(closing)}</p>
</div></body></html>
`;
}
