/** Converts a date to a time on the same day in Tehran: "2026-11-22" → an ISO time. */
export const toTehranNoon = (day: string): string => `${day}T09:00:00Z`;
