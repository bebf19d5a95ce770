/** The largest photo, in bytes. */
export const MOST_PHOTO_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE = 'This photo is larger than 10 MB.';

/** Albums of a household. */
export const MOST_ALBUMS = 500;

/** What a household has room for; the operator may set another room. */
export interface PhotoRoom {
  readonly photos: number;
  /** Of the files as they were uploaded; what is made of them takes about half as much again. */
  readonly bytes: number;
}
