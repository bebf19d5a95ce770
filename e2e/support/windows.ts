/** Window sizes of tablets and phones that families own, and of larger screens. */
export const WINDOWS_OF_HOMES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 962, height: 601 },
  { width: 1005, height: 600 },
  { width: 893, height: 533 },
  { width: 601, height: 962 },
  { width: 1024, height: 768 },
  { width: 1080, height: 810 },
  { width: 1180, height: 820 },
  { width: 768, height: 1024 },
  { width: 810, height: 1080 },
  { width: 1920, height: 1200 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];
