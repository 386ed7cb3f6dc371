/** Formats the remaining time as clocks do: 300 seconds are 5:00. */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
