/** Ranges of the portfolio value chart, in days. */
export const WORTH_DAYS = [7, 30, 90, 365] as const;
