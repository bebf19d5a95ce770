/** Reasons of declined cards by Stripe's decline codes and error codes. */
const REASONS: Readonly<Record<string, string>> = {
  authentication_required: 'Your bank wants to confirm this payment with you.',
  subscription_payment_intent_requires_action: 'Your bank wants to confirm this payment with you.',
  card_not_supported: 'This card cannot be used for this kind of payment.',
  currency_not_supported: 'This card cannot be used for this kind of payment.',
  expired_card: 'This card has expired.',
  incorrect_cvc: 'The security code of the card is not right.',
  invalid_cvc: 'The security code of the card is not right.',
  incorrect_number: 'The number of the card is not right.',
  incorrect_zip: 'The ZIP code of the card is not right.',
  insufficient_funds: 'There is not enough money on this card.',
  processing_error: 'The bank could not process this card at the moment.',
  withdrawal_count_limit_exceeded: 'The limit of this card has been reached.',
};

/** Returns the message for a declined card; nothing was charged. */
export function declineMessage(declineCode: string | undefined, code: string | undefined): string {
  const reason = REASONS[declineCode ?? ''] ?? REASONS[code ?? ''] ?? 'This card was declined.';
  return `${reason} Nothing was charged. Please use another card.`;
}
