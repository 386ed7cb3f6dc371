/** Identity verification: the account form, documents and bank accounts, and the identity provider's checks. */
import { join } from 'node:path';
import type { VerifiedCard, VerifiedSheba } from '@sarraf/domain';
import type { Account, CompanyApplication, DocumentKind, ProviderCheck } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { readVerifiedCards, readVerifiedShebas } from './bank-accounts.ts';
import { verificationCleanUpJob } from './clean-up.ts';
import { decideCompanyApplication } from './company-applications/decide-company-application.ts';
import { readCompanyApplication } from './company-applications/read-company-application.ts';
import { STRICT_CONSENT_LIMITS, WIDE_CONSENT_LIMITS } from './consent/limits.ts';
import type { VerificationContext, VerificationDeps } from './deps.ts';
import { openDocumentFiles } from './documents/document-files.ts';
import { readActiveDocument } from './documents/read-document.ts';
import { findByNationalCode, readCompanyNames } from './find-by-code.ts';
import { readAccount } from './read-account.ts';
import { listChecks } from './review/check-store.ts';
import { decideReview, type ReviewDecision } from './review/decide-review.ts';
import {
  countWaitingReviews,
  findNewestReview,
  listWaiting,
  type WaitingPage,
  type WaitingQuery,
} from './review/review-store.ts';
import { runCheck } from './review/run-check.ts';
import { addRoutes } from './routes.ts';
import { authorizeInSandbox, createDemoPeople } from './sandbox-people.ts';

export { CONSENT_SECONDS, INACTIVE_DOCUMENT_MS, MAX_BANK_ACCOUNTS } from './consent/limits.ts';
export type { VerificationDeps } from './deps.ts';
export { checkDocumentCopies } from './documents/check-copies.ts';
export { resealDocuments } from './documents/reseal-documents.ts';
export type { ReviewDecision } from './review/decide-review.ts';
export interface Verification {
  routes(http: Http): void;
  jobs: Job[];
  /** With their numbers, oldest first. */
  listVerifiedCards(userId: string): Promise<VerifiedCard[]>;
  /** Verified Shebas, if known. */
  listVerifiedShebas(userId: string): Promise<VerifiedSheba[]>;
  /** Creates the missing demo users and returns ids by e-mail. Throws outside the sandbox. */
  createDemoPeople(): Promise<Record<string, string>>;
  /** NOT_FOUND outside the sandbox. */
  authorizeInSandbox(userId: string): Promise<void>;
  /** Users waiting for a decision, longest first. */
  listWaiting(query: WaitingQuery): Promise<WaitingPage>;
  /** At most 1,000. */
  countWaiting(): Promise<number>;
  /** The account as its user sees it; `full` with the complete national code. Invalid Token: no user with this id. */
  readAccount(userId: string, options: { full: boolean; images: boolean }): Promise<Account>;
  /** User with an Iranian national code, by its digest; null: none. */
  findByNationalCode(typed: string): Promise<string | null>;
  /** Names that payers see of these users' companies. */
  readCompanyNames(
    people: ReadonlyMap<string, { firstName: string; lastName: string }>,
  ): Promise<Map<string, string>>;
  findSubmittedAt(userId: string): Promise<Date | null>;
  /** Newest first, at most fifty. */
  listChecks(userId: string): Promise<ProviderCheck[]>;
  /** NOT_FOUND: no such user or bank account; CONFLICT: nothing to check. Stores and returns the outcome. */
  runCheck(userId: string, check: ProviderCheck['check'], bankAccountId?: string): Promise<ProviderCheck>;
  /** The JPEG of the active document; null: none. */
  readDocument(userId: string, kind: DocumentKind): Promise<Buffer | null>;
  /**
   * NOT_FOUND; CONFLICT: the user is not waiting for a decision; SECOND_PERSON_NEEDED: staff members can't decide
   * about themselves; BAD_REQUEST: a refusal without a reason; USER_IDENTITY_DATA, ShebaCode…: proven by another
   * user in the meantime.
   * Changes the state, verifies bank accounts, notifies the user, audits.
   */
  decide(staffId: string, userId: string, decision: ReviewDecision): Promise<void>;
  /** The newest application of a user for a company account; null: none, or withdrawn. */
  readCompanyApplication(userId: string): Promise<CompanyApplication | null>;
  /**
   * NOT_FOUND; CONFLICT: decided, withdrawn or changed since `version`, or the user to approve isn't AUTHORIZED;
   * SECOND_PERSON_NEEDED; BAD_REQUEST: a refusal without a reason; USER_IDENTITY_DATA: another account has the
   * company.
   * Makes the account a company's or refuses, notifies the user, audits.
   */
  decideCompany(staffId: string, id: string, decision: ReviewDecision & { version: number }): Promise<void>;
}

export function createVerification(deps: VerificationDeps): Verification {
  const context: VerificationContext = {
    ...deps,
    consentLimits: deps.consentLimits ?? (deps.config.sandbox ? WIDE_CONSENT_LIMITS : STRICT_CONSENT_LIMITS),
    files: openDocumentFiles(join(deps.config.DATA_DIR, 'documents')),
    now: () => new Date(deps.clock.now()),
  };
  return {
    routes: (http) => addRoutes(http, context),
    jobs: [verificationCleanUpJob(context)],
    listVerifiedCards: (userId) => readVerifiedCards(context.db, context.secrets, userId),
    listVerifiedShebas: (userId) => readVerifiedShebas(context.db, context.secrets, userId),
    createDemoPeople: () => createDemoPeople(context),
    authorizeInSandbox: (userId) => authorizeInSandbox(context, userId),
    listWaiting: (query) => listWaiting(context.db, query),
    countWaiting: () => countWaitingReviews(context.db),
    readAccount: (userId, options) => readAccount(context, userId, options),
    findByNationalCode: (nationalCode) => findByNationalCode(context.db, context.secrets, nationalCode),
    readCompanyNames: (people) => readCompanyNames(context.db, context.secrets, people),
    findSubmittedAt: async (userId) => (await findNewestReview(context.db, userId))?.submittedAt ?? null,
    listChecks: (userId) => listChecks(context, userId),
    runCheck: (userId, check, bankAccountId) => runCheck(context, userId, check, bankAccountId),
    readDocument: (userId, kind) => readActiveDocument(context, userId, kind),
    decide: (staffId, userId, decision) => decideReview(context, staffId, userId, decision),
    readCompanyApplication: (userId) => readCompanyApplication(context, userId),
    decideCompany: (staffId, id, decision) => decideCompanyApplication(context, staffId, id, decision),
  };
}
