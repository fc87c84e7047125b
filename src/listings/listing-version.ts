/** Raised whenever the same raw listing is understood otherwise: every item is then read anew (rule R19). */
export const NORMALIZER_VERSION = 6;
