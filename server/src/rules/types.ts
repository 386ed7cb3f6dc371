/** Limits set by the authorities and by us; amounts are smallest units. */
export interface Rules {
  tomanDepositPerDay: bigint;
  identifiedDepositPerDay: bigint;
  depositHoldHours: number;
  /** US dollars in Tether's smallest units; null: no limit. */
  stablecoinPerYear: bigint | null;
  stablecoinHolding: bigint | null;
  /** Minutes of the day in Tehran, [from, to); null: always. */
  tradingHours: { from: number; to: number } | null;
}
