import { vi } from 'vitest';
import type { CardChange, CardElement, SetupAnswer, Stripe } from './stripe-script.ts';

/** Replaces the provider's script in the page. */
export interface ScriptStandIn {
  readonly confirmCardSetup: ReturnType<typeof vi.fn<Stripe['confirmCardSetup']>>;
  /** If false, the field of the stubbed script never becomes ready. */
  comes: boolean;
  /** Simulates typing into the field. */
  type(change: CardChange): void;
}

/** Confirms every card, unless a test overrides it. */
export function stubStripe(): ScriptStandIn {
  let hearChange = (_change: CardChange): void => undefined;
  let hearReady = (): void => undefined;
  const card: CardElement = {
    mount: (place) => {
      place.textContent = 'field of the provider';
      if (standIn.comes) hearReady();
    },
    on: (event: 'change' | 'ready', hear: (change: CardChange) => void) => {
      if (event === 'change') hearChange = hear;
      else hearReady = () => hear({ complete: false });
    },
    focus: vi.fn(),
    destroy: () => undefined,
  };
  const standIn: ScriptStandIn = {
    confirmCardSetup: vi.fn<Stripe['confirmCardSetup']>(async (secret) => confirmedBy(secret)),
    comes: true,
    type: (change) => hearChange(change),
  };
  vi.stubGlobal('Stripe', () => ({
    elements: () => ({ create: () => card }),
    confirmCardSetup: standIn.confirmCardSetup,
  }));
  return standIn;
}

/** The payment method of the secret 'seti_1_secret_x' is 'pm_of_seti_1'. */
function confirmedBy(clientSecret: string): SetupAnswer {
  const [id = ''] = clientSecret.split('_secret');
  return { setupIntent: { id, status: 'succeeded', payment_method: `pm_of_${id}` } };
}

/** Answers like the server: a new setup for each card entry, and `answer` for other calls. */
export function stubServer(answer: (path: string, body: unknown) => Response) {
  const asked: string[] = [];
  let setups = 0;
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    asked.push(`${options.method} ${path}`);
    if (!path.endsWith('/card-entry')) {
      return answer(path, options.body ? JSON.parse(String(options.body)) : undefined);
    }
    setups += 1;
    const clientSecret = `seti_${setups}_secret_x`;
    return Response.json({ scriptUrl: '/card.js', publishableKey: 'pk_test', clientSecret });
  });
  return { asked };
}

/** A refusal in the server's format. */
export function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
