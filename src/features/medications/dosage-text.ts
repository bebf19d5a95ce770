/** Numbers, alone or as a range, with what they count: '25-100 mg', '0.5 mg/ml', '1 000 IU'. */
const STRENGTH = /\d+(?:[.,\s–/-]*\d+)*(?:\s?[\p{L}%µ]{1,12}(?:\/\p{L}{1,6})?)?/gu;

/** The dosage as it is drawn: no number breaks off from its unit or its range. */
export function unbrokenDosage(dosage: string): string {
  return dosage.replace(STRENGTH, (strength) =>
    strength.replace(/\s/g, '\u00a0').replaceAll('-', '\u2011'),
  );
}
