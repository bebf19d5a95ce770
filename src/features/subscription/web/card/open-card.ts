import type { CardEntryParts } from '../../card-contract.ts';
import { loadCardScript, MAX_WAIT_MS } from './load-card-script.ts';
import type { CardChange, CardElement, CardOptions, Stripe } from './stripe-script.ts';

/** The provider's script with its mounted field. */
export interface OpenCard {
  readonly stripe: Stripe;
  readonly element: CardElement;
}

interface Opening {
  parts: CardEntryParts;
  place: HTMLElement;
  asksPostalCode: boolean;
  onChange: (change: CardChange) => void;
  /** Removes the field when aborted. */
  signal: AbortSignal;
}

/** Mounts the provider's field; rejects if it cannot be loaded. */
export async function openCard(opening: Opening): Promise<OpenCard> {
  const { parts, place, asksPostalCode, onChange, signal } = opening;
  const script = await loadCardScript(parts.scriptUrl);
  signal.throwIfAborted();
  const stripe = script(parts.publishableKey, { locale: 'en' });
  const element = stripe.elements().create('card', {
    hidePostalCode: !asksPostalCode,
    classes: { focus: 'focus-ring', invalid: 'is-wrong' },
    style: styleOf(place),
  });
  signal.addEventListener('abort', () => element.destroy());
  element.on('change', onChange);
  await mounted(element, place);
  return { stripe, element };
}

function mounted(element: CardElement, place: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The card field did not come.')), MAX_WAIT_MS);
    element.on('ready', () => {
      clearTimeout(timer);
      resolve();
    });
    element.mount(place);
  });
}

/** Returns the page's styles for the provider's frame, which cannot read them. */
function styleOf(place: HTMLElement): CardOptions['style'] {
  const { color, fontSize } = getComputedStyle(place);
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
  return {
    base: {
      color,
      fontSize,
      fontFamily: 'system-ui, sans-serif',
      iconColor: token('soft'),
      '::placeholder': { color: token('placeholder') },
    },
    invalid: { color: token('danger'), iconColor: token('danger') },
  };
}
