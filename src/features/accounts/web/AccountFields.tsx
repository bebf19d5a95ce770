import type { ReactNode } from 'react';
import { MIN_PASSWORD_LENGTH } from '#features/sessions/limits.ts';
import { isListedState, STATES } from '#platform/shared/us-states.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { Select } from '#platform/web/ui/Select.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { COUNTRIES, hasListedStates } from '../domain/countries.ts';
import type { PlaceField, RegistrationField, RegistrationValues } from './registration-checks.ts';

const STATE_OPTIONS = STATES.map((state) => ({ value: state, label: state }));
const COUNTRY_OPTIONS = COUNTRIES.map((country) => ({ value: country, label: country }));

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-sheet bg-surface px-4 py-6 shadow-e1 tablet:px-7.5">
      <h2 className="mb-4 font-bold text-[1.4rem]">{title}</h2>
      {children}
    </section>
  );
}

/** The part of a form that these fields need. */
type FieldsOf<Name extends string> = Pick<Form<Record<Name, string>>, 'fields' | 'field'>;

/** Returns functions that create the props of optional, required and select fields. */
function partsOf<Name extends string>(form: FieldsOf<Name>) {
  const field = (name: Name) => ({ name, size: 'large' as const, ...form.field(name) });
  const needed = (name: Name) => ({ ...field(name), isRequired: true });
  const chosen = (name: Name) => ({ ...needed(name), value: form.fields[name] || null });
  return { field, needed, chosen };
}

/** The account holder's name, address and password. */
export function AccountFields({ form }: { form: Form<RegistrationValues> }) {
  const { needed } = partsOf<RegistrationField>(form);
  return (
    <>
      <FormCard title="About you">
        <div className="grid gap-4.5 tablet:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...needed('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...needed('lastName')} />
          <TextField label="Email" type="email" autoComplete="email" {...needed('email')} />
          <TextField label="Phone" type="tel" autoComplete="tel" {...needed('phone')} />
        </div>
      </FormCard>
      <FormCard title="Address">
        <AddressFields form={form} />
      </FormCard>
      <FormCard title="Password">
        <div className="grid gap-4.5 tablet:grid-cols-2">
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            description={`At least ${MIN_PASSWORD_LENGTH} characters`}
            {...needed('password')}
          />
          <TextField
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            {...needed('passwordConfirm')}
          />
        </div>
      </FormCard>
    </>
  );
}

/** The address of another household of a signed-in administrator. */
export function HouseholdFields({ form }: { form: FieldsOf<PlaceField> }) {
  return (
    <FormCard title="Where they live">
      <div className="mb-4.5 grid gap-4.5 tablet:grid-cols-2">
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          {...partsOf<PlaceField>(form).needed('phone')}
        />
      </div>
      <AddressFields form={form} />
    </FormCard>
  );
}

function AddressFields({ form }: { form: FieldsOf<PlaceField> }) {
  const { field, needed, chosen } = partsOf<PlaceField>(form);
  const { country, state } = form.fields;
  return (
    <div className="grid gap-4.5 tablet:grid-cols-12">
      <div className="tablet:col-span-6">
        <TextField label="Address" autoComplete="address-line1" {...needed('address1')} />
      </div>
      <div className="tablet:col-span-6">
        <TextField
          label="Address line 2"
          mark="optional"
          autoComplete="address-line2"
          {...field('address2')}
        />
      </div>
      <div className="tablet:col-span-4">
        <TextField label="City" autoComplete="address-level2" {...needed('city')} />
      </div>
      <div className="tablet:col-span-2">
        {country === '' || hasListedStates(country) ? (
          <Select
            label="State"
            autoComplete="address-level1"
            options={STATE_OPTIONS}
            {...chosen('state')}
            value={isListedState(state) ? state : null}
          />
        ) : (
          <TextField
            label="State or region"
            mark="optional"
            autoComplete="address-level1"
            maxLength={100}
            {...field('state')}
          />
        )}
      </div>
      <div className="tablet:col-span-3">
        <TextField label="Postal code" autoComplete="postal-code" {...needed('postalCode')} />
      </div>
      <div className="tablet:col-span-3">
        <Select
          label="Country"
          autoComplete="country-name"
          options={COUNTRY_OPTIONS}
          {...chosen('country')}
          // The state is cleared when another country is chosen, because a state belongs to one
          // country only.
          onChange={(chosenCountry) => {
            chosen('country').onChange(chosenCountry);
            field('state').onChange('');
          }}
        />
      </div>
    </div>
  );
}
