/** Traces requests; their handlers report the progress. */
export interface RequestTraces {
  /**
   * Starts a span. `parent`: the W3C `traceparent` of the parent; unset: a new trace.
   * Null: the request isn't sampled.
   */
  begin(contract: string, parent?: string): RequestTrace | null;
}

export interface RequestTrace {
  /** Runs work in the context of the span. */
  within<T>(work: () => T): T;
  /** Lets another process do the work as part of the trace, by this `traceparent`. */
  withTraceparent<T>(work: (parent: string) => Promise<T>): Promise<T>;
  /** Ends the span when the response was sent. */
  end(response: { id: string; who: string | null; status: number }): void;
}
