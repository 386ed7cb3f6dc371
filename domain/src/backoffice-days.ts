/** Days that a report in the back office spans at most. */
export const REPORT_DAYS = 366;
/** Days that withdrawal limits of one person may last. */
export const OWN_LIMIT_DAYS = 366;
