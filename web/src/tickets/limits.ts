/** Repeated from the contracts (checked by limits.test.ts), whose schemas would otherwise be loaded with the page. */
export const MAX_MESSAGE = 4_000;
export const MAX_SUBJECT = 120;

/** Remaining characters from which they are displayed. */
const SHOW_REMAINING_FROM = 200;
export const getRemainingLetters = (text: string, max: number): number | null =>
  max - text.length <= SHOW_REMAINING_FROM ? max - text.length : null;
