/**
 * Types for features beyond ES2022 that all supported browsers have: Chrome and WebView 103, Safari
 * 15.6, Firefox 115. Some of these browsers lack `toSorted`, `toReversed` and `with` of ES2023, so
 * these methods are not declared.
 */
interface ReadonlyArray<T> {
  findLast<Found extends T>(
    isWanted: (value: T, index: number, array: readonly T[]) => value is Found,
  ): Found | undefined;
  findLast(isWanted: (value: T, index: number, array: readonly T[]) => boolean): T | undefined;
  findLastIndex(isWanted: (value: T, index: number, array: readonly T[]) => boolean): number;
}

interface Array<T> {
  findLast<Found extends T>(
    isWanted: (value: T, index: number, array: T[]) => value is Found,
  ): Found | undefined;
  findLast(isWanted: (value: T, index: number, array: T[]) => boolean): T | undefined;
  findLastIndex(isWanted: (value: T, index: number, array: T[]) => boolean): number;
}
