/** A number or range with its unit: '25-100 mg', '0.5 mg/ml', '1 000 IU'. */
const STRENGTH = /\d+(?:[.,\s–/-]*\d+)*(?:\s?[\p{L}%µ]{1,12}(?:\/\p{L}{1,6})?)?/gu;

/**
 * Returns the dosage with no-break spaces and hyphens, so that no number is separated from its unit
 * or range.
 */
export function unbrokenDosage(dosage: string): string {
  return dosage.replace(STRENGTH, (strength) =>
    strength.replace(/\s/g, '\u00a0').replaceAll('-', '\u2011'),
  );
}
