import type { StripeScript } from './stripe-script.ts';

declare global {
  interface Window {
    Stripe?: StripeScript;
  }
}

/** After this what did not come is given up, in milliseconds. */
export const LONGEST_WAIT_MS = 15_000;

let loading: Promise<StripeScript> | undefined;

/** The provider's script, once for each page; one that did not come is asked for again. */
export function loadCardScript(url: string): Promise<StripeScript> {
  if (window.Stripe) return Promise.resolve(window.Stripe);
  loading ??= scriptAt(url).finally(() => {
    loading = undefined;
  });
  return loading;
}

function scriptAt(url: string): Promise<StripeScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const giveUp = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('The script of the card payments did not come.'));
    };
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    script.onerror = giveUp;
    script.onload = () => {
      if (!window.Stripe) return giveUp();
      clearTimeout(timer);
      resolve(window.Stripe);
    };
    script.src = url;
    document.head.append(script);
  });
}
