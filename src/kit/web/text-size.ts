import { scaledMedia, textFactor } from './scaled-media.ts';

/** Media queries as they were written, of those that were scaled. */
const written = new Map<CSSMediaRule, string>();

/**
 * Enlarges all that is measured in rem, and lets the layout follow as it does a browser's zoom:
 * lengths in em of media queries know nothing of the root's font size, so they are scaled too, in
 * every style sheet that is or will be there. Returns what ends it.
 */
export function startTextSize(percent: number): () => void {
  const { documentElement: root, head } = document;
  let factor = 1;
  const scale = () => {
    for (const sheet of document.styleSheets) scaleRules(rulesOf(sheet), factor);
  };
  const refit = () => {
    // Whoever has set larger letters in the browser has them before anything is enlarged here.
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
    // Of a browser's extension, or not loaded yet: its load is heard.
    return [];
  }
}
