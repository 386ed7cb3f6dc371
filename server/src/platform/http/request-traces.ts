/** Follows requests; whoever handles one tells it how that goes. */
export interface RequestTraces {
  /**
   * One has come in. `parent`: the W3C `traceparent` that it is to be a part of; unset: it begins a trace.
   * Null: this one isn't followed.
   */
  begin(contract: string, parent?: string): RequestTrace | null;
}

export interface RequestTrace {
  /** Does its work, so that whatever it calls knows whose it is. */
  within<T>(work: () => T): T;
  /** Has another process do its work, which goes on with it by this `traceparent`. */
  passOn<T>(work: (parent: string) => Promise<T>): Promise<T>;
  /** It was answered. */
  end(answered: { id: string; who: string | null; status: number }): void;
}
