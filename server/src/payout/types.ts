import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';

/** Daily Toman payments through the bank. */
export interface Payout {
  /** Adds the staff's endpoints for batches, their files and lines. */
  routes(http: Http): void;
  jobs: Job[];
  /** Number of batches that are not closed, and when the oldest was made. */
  countOpen(): Promise<{ count: number; oldest: Date | null }>;
}
