/** Where an elder's hands, eyes and ears are set. */
export const accessibilityPath = (id: string) => `/settings?for=${id}`;

export const fittingPath = (id: string) => `/fitting?for=${id}`;
