/** What one try to deliver an event came to. */
export interface DeliveryResult {
  /** HTTP; null: there was no answer. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  answer: string;
}

/** The way to companies' own programs. */
export interface WebhookSender {
  /** Whether an address may be written to: https, with a name or a public address, and nothing else in it. */
  isAllowed(url: string): boolean;
  /** Posts once, following nothing; never throws. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<DeliveryResult>;
}
