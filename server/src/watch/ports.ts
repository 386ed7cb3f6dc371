/** The chains that are watched. */
export type HashChainName = 'books' | 'audit-log';

/** The head of a chain when it was last found right: whoever has it knows when anything before it was rewritten. */
export interface Checkpoint {
  chain: HashChainName;
  /** Of the batch or the entry, decimal. */
  number: string;
  /** MAC of it, hex. */
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

/** A place outside the database, and outside of whoever has it, that is told heads and violations. */
export interface Witness {
  readonly name: string;
  /** Rejects where it didn't get through; it is told the next head all the same. */
  tell(message: WitnessMessage): Promise<void>;
}
