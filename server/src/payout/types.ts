import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';

/** Toman that goes to the bank once a working day. */
export interface Payout {
  /** Batches, their files and lines: the staff's. */
  routes(http: Http): void;
  jobs: Job[];
  /** Batches that the bank hasn't been told of in full, and when the oldest was made. */
  open(): Promise<{ count: number; oldest: Date | null }>;
}
