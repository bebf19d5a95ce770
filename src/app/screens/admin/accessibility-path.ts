export const accessibilityPath = (id: string) => `/settings?for=${id}`;

export const fittingPath = (id: string) => `/fitting?for=${id}`;
