/** Days that a report at the desk spans at most. */
export const REPORT_DAYS = 366;
/** Days that withdrawal limits of one person may last. */
export const OWN_LIMIT_DAYS = 366;
