export const MAX_PILL_BYTES = 5 * 1024 * 1024;

export const TOO_LARGE = 'Please upload an image smaller than 5MB.';
