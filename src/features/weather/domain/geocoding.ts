/** A result of Open-Meteo's geocoding search. */
export interface FoundPlace {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Country code of two letters. */
  readonly country_code?: string | undefined;
  readonly country?: string | undefined;
  /** The name of the state or region. */
  readonly admin1?: string | undefined;
}

export interface WantedPlace {
  readonly city: string;
  /** The state: two letters in the United States, otherwise its name. */
  readonly state: string;
  /** The name of the country. */
  readonly country: string;
}

const STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DC: 'District of Columbia',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/**
 * Returns the best match: in the right state and country, then in the right country, then the first
 * result. Undefined without results.
 */
export function bestPlace(
  found: readonly FoundPlace[],
  { state, country }: WantedPlace,
): FoundPlace | undefined {
  const wantedState = plain(STATES[state.toUpperCase()] ?? state);
  const isInCountry = (place: FoundPlace) => plain(place.country) === plain(country);
  const isInState = (place: FoundPlace) =>
    wantedState !== '' && plain(place.admin1) === wantedState;
  return (
    found.find((place) => isInCountry(place) && isInState(place)) ??
    found.find(isInState) ??
    found.find(isInCountry) ??
    found[0]
  );
}

/** Removes accents and converts to lower case. */
function plain(text = ''): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
