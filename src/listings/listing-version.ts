/** Raised whenever the same raw listing is understood otherwise: every item is then read again (rule R19). */
export const NORMALIZER_VERSION = 9;
