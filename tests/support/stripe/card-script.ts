/**
 * Returns the source of a replacement for Stripe's script: `Stripe(key)` with a card element and
 * `confirmCardSetup`, as documented in docs.stripe.com/js. The card element is a plain input
 * instead of an iframe.
 */
export function cardScript(apiUrl: string): string {
  return `(() => {\nconst api = ${JSON.stringify(apiUrl)};\n${SCRIPT}})();\n`;
}

const SCRIPT = String.raw`
const numbers = new WeakMap();

function passesLuhn(number) {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

function faultOf(number, isLeft) {
  if (number.length === 16 && !passesLuhn(number)) {
    return { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  if (number.length > 0 && number.length < 16 && isLeft) {
    return { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' };
  }
  return undefined;
}

function changeOf(number, isLeft) {
  const error = faultOf(number, isLeft);
  return {
    complete: number.length === 16 && error === undefined,
    empty: number.length === 0,
    error,
    brand: number.startsWith('4') ? 'visa' : 'unknown',
    value: { postalCode: '' },
  };
}

function fieldOf(options) {
  const field = document.createElement('input');
  field.setAttribute('inputmode', 'numeric');
  field.setAttribute('autocomplete', 'cc-number');
  field.setAttribute('aria-label', 'Credit or debit card number');
  field.setAttribute('placeholder', 'Card number');
  const { base = {} } = options.style ?? {};
  field.style.cssText = 'box-sizing:border-box;width:100%;height:44px;border:0;background:transparent;';
  field.style.fontSize = base.fontSize ?? '16px';
  if (base.color) field.style.color = base.color;
  field.disabled = options.disabled === true;
  return field;
}

function cardElement(options = {}) {
  const field = fieldOf(options);
  const listeners = { ready: [], change: [], focus: [], blur: [] };
  const number = () => field.value.replace(/\D/g, '');
  const tell = (type, about = {}) => {
    for (const listener of [...(listeners[type] ?? [])]) listener({ elementType: 'card', ...about });
  };
  field.addEventListener('input', () => tell('change', changeOf(number(), false)));
  field.addEventListener('focus', () => tell('focus'));
  field.addEventListener('blur', () => {
    tell('blur');
    if (faultOf(number(), true)) tell('change', changeOf(number(), true));
  });
  const element = {
    mount(where) {
      const node = typeof where === 'string' ? document.querySelector(where) : where;
      if (!node) throw new Error('IntegrationError: The selector you specified applies to no DOM elements.');
      node.replaceChildren(field);
      setTimeout(() => tell('ready'), 0);
    },
    on(type, listener) {
      (listeners[type] ??= []).push(listener);
      return element;
    },
    off(type, listener) {
      listeners[type] = (listeners[type] ?? []).filter((one) => listener && one !== listener);
      return element;
    },
    update(changes = {}) {
      if (changes.disabled !== undefined) field.disabled = changes.disabled;
    },
    focus: () => field.focus(),
    blur: () => field.blur(),
    clear() {
      field.value = '';
      tell('change', changeOf('', false));
    },
    unmount: () => field.remove(),
    destroy() {
      field.remove();
      numbers.delete(element);
    },
  };
  numbers.set(element, number);
  return element;
}

function formOf(clientSecret, number, details = {}) {
  const form = new URLSearchParams({ client_secret: clientSecret });
  form.set('payment_method_data[type]', 'card');
  form.set('payment_method_data[card][number]', number);
  for (const [name, value] of Object.entries(details)) {
    if (typeof value === 'string') form.set('payment_method_data[billing_details][' + name + ']', value);
  }
  return form;
}

async function confirmCardSetup(key, clientSecret, data = {}) {
  const { card, billing_details: details } = data.payment_method ?? {};
  const number = numbers.get(card)?.();
  if (number === undefined) throw new Error('IntegrationError: there is no mounted card element.');
  const fault = faultOf(number || '0', true);
  if (fault) return { error: fault };
  const [id] = clientSecret.split('_secret_');
  try {
    const response = await fetch(api + '/v1/setup_intents/' + id + '/confirm', {
      method: 'POST',
      headers: {
        Authorization: 'Bearer ' + key,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: formOf(clientSecret, number, details).toString(),
    });
    const answer = await response.json();
    return response.ok ? { setupIntent: answer } : { error: answer.error };
  } catch {
    const message = 'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.';
    return { error: { type: 'api_connection_error', message } };
  }
}

window.Stripe = (key) => {
  if (!/^pk_/.test(key ?? '')) throw new Error('IntegrationError: Missing value for Stripe(): apiKey should be a string.');
  return {
    elements: () => ({
      create(type, options) {
        if (type !== 'card') throw new Error('The stand-in has no element ' + type + '.');
        return cardElement(options);
      },
    }),
    confirmCardSetup: (clientSecret, data) => confirmCardSetup(key, clientSecret, data),
  };
};
`;
