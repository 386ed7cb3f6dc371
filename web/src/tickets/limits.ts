/** Repeated from the contracts (checked by limits.test.ts), whose schemas would otherwise be loaded with the page. */
export const MAX_MESSAGE = 4_000;
export const MAX_SUBJECT = 120;

/** Remaining characters from which they are displayed. */
const NEAR = 200;
export const lettersLeft = (text: string, most: number): number | null =>
  most - text.length <= NEAR ? most - text.length : null;
