/** Outcome of one attempt to deliver an event. */
export interface DeliveryResult {
  /** HTTP status; null: there was no response. */
  status: number | null;
  /** The beginning of the response, or why there was none. */
  answer: string;
}

/** Sends events to companies' own programs. */
export interface WebhookSender {
  /** Returns whether a URL is allowed: https, with a host name or a public address, and nothing else in it. */
  isAllowed(url: string): boolean;
  /** Posts once, without following redirects; never throws. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<DeliveryResult>;
}
