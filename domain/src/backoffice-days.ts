/** Maximum days of a back-office report. */
export const REPORT_DAYS = 366;
/** Maximum days of a user's individual withdrawal limits. */
export const OWN_LIMIT_DAYS = 366;
