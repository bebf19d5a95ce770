import type { StripeScript } from './stripe-script.ts';

declare global {
  interface Window {
    Stripe?: StripeScript;
  }
}

/** Timeout of the script in milliseconds. */
export const MAX_WAIT_MS = 15_000;

let loading: Promise<StripeScript> | undefined;

/** Loads the provider's script once per page; a failed one is requested again. */
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
    const timer = setTimeout(giveUp, MAX_WAIT_MS);
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
