import { type Plan, PRICES } from '#features/entitlement/domain/plans.ts';
import { RadioCards } from '#platform/web/ui/RadioCards.tsx';

interface PlanChoiceProps {
  plan: Plan;
  onChange: (plan: Plan) => void;
}

export function PlanChoice({ plan, onChange }: PlanChoiceProps) {
  return (
    <RadioCards
      label="Plan"
      value={plan}
      onChange={onChange}
      cards={[
        {
          value: 'monthly',
          content: (
            <Offer name="Monthly" price={PRICES.monthly} period="month">
              Billed monthly, cancel anytime
            </Offer>
          ),
        },
        {
          value: 'yearly',
          content: (
            <Offer name="Yearly" price={PRICES.yearly} period="year" saving="Saves $75 per year">
              Billed once a year
            </Offer>
          ),
        },
      ]}
    />
  );
}

interface OfferProps {
  name: string;
  price: number;
  period: string;
  saving?: string;
  children: string;
}

function Offer({ name, price, period, saving, children }: OfferProps) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold text-field">
        {name}
        {saving ? (
          <span className="rounded-badge bg-listen-tint px-2 py-0.5 font-semibold text-help text-listen-deep">
            {saving}
          </span>
        ) : null}
      </span>
      <span className="my-1 block">
        <span className="font-heavy text-[1.875rem]">${price}</span> per {period}
      </span>
      <span className="block text-help">{children}</span>
    </>
  );
}
