/** How far back a chart of worth reaches, in days. */
export const WORTH_DAYS = [7, 30, 90, 365] as const;
