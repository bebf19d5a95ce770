import { scaledMedia, textFactor } from './scaled-media.ts';

/** Original text of the media queries that were scaled, by rule. */
const written = new Map<CSSMediaRule, string>();

/**
 * Applies a text size in percent: enlarges everything measured in rem, and adapts the layout as a
 * browser zoom does. Lengths in em in media queries do not depend on the root's font size, so they
 * are scaled as well, in all current and future style sheets. Returns a function that restores the
 * original size.
 */
export function startTextSize(percent: number): () => void {
  const { documentElement: root, head } = document;
  let factor = 1;
  const scale = () => {
    for (const sheet of document.styleSheets) scaleRules(rulesOf(sheet), factor);
  };
  const refit = () => {
    // The font size in the browser's settings, on which the factor depends.
    const usualPx = Number.parseFloat(getComputedStyle(root).fontSize) / factor;
    factor = textFactor(percent, window.innerWidth / usualPx);
    root.style.setProperty('--text-factor', String(factor));
    scale();
  };
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) node.addEventListener('load', scale, { once: true });
    }
    scale();
  });
  observer.observe(head, { childList: true });
  window.addEventListener('resize', refit);
  refit();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', refit);
    root.style.removeProperty('--text-factor');
    for (const [rule, query] of written) rule.media.mediaText = query;
    written.clear();
  };
}

function scaleRules(rules: Iterable<CSSRule>, factor: number): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) {
      const query = written.get(rule) ?? rule.media.mediaText;
      const scaled = scaledMedia(query, factor);
      if (scaled !== query) written.set(rule, query);
      if (written.has(rule)) rule.media.mediaText = scaled;
    }
    if ('cssRules' in rule) scaleRules(rule.cssRules as CSSRuleList, factor);
  }
}

function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    // The rules cannot be read: the style sheet belongs to a browser extension, or is not loaded
    // yet. In the second case its load event triggers another scan.
    return [];
  }
}
