/** The chains that are checked. */
export type HashChainName = 'books' | 'audit-log';

/** The head of a chain when it was last found right: its holder can detect any rewriting of earlier rows. */
export interface Checkpoint {
  chain: HashChainName;
  /** Number of the batch or the entry, decimal. */
  number: string;
  /** Its MAC, hex. */
  mac: string;
  /** Ids of the last transfer and account of that batch, decimal; absent for the audit log. */
  transferId?: string;
  accountId?: string;
  /** ISO 8601. */
  at: string;
}

export type WitnessMessage =
  | ({ kind: 'checkpoint' } & Checkpoint)
  | {
      kind: 'accepted';
      chain: HashChainName;
      number: string;
      mac: string;
      fault: string;
      by: string;
      at: string;
    }
  | { kind: 'violation'; law: string; detail: Readonly<Record<string, unknown>>; at: string };

/** A service outside the database, and outside its administrators' control, that receives heads and violations. */
export interface Witness {
  readonly name: string;
  /** Rejects when the message was not delivered; the next head is sent all the same. */
  send(message: WitnessMessage): Promise<void>;
}
