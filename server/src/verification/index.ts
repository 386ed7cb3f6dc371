/** Who people are: the account form, documents and bank accounts, and the identity provider's checks. */
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
import { readDocumentInForce } from './documents/read-document.ts';
import { companyNames, findByNationalCode } from './find-by-code.ts';
import { readAccount } from './read-account.ts';
import { listChecks } from './review/check-store.ts';
import { decideReview, type ReviewDecision } from './review/decide-review.ts';
import {
  countWaitingReviews,
  listWaiting,
  newestReview,
  type WaitingPage,
  type WaitingQuery,
} from './review/review-store.ts';
import { runCheck } from './review/run-check.ts';
import { addRoutes } from './routes.ts';
import { authorizeInSandbox, createDemoPeople } from './sandbox-people.ts';

export { CONSENT_SECONDS, DOCUMENT_REST_MS, MAX_BANK_ACCOUNTS } from './consent/limits.ts';
export type { VerificationDeps } from './deps.ts';
export { checkDocumentCopies } from './documents/check-copies.ts';
export { resealDocuments } from './documents/reseal-documents.ts';
export type { ReviewDecision } from './review/decide-review.ts';
export interface Verification {
  routes(http: Http): void;
  jobs: Job[];
  /** With their numbers, oldest first. */
  verifiedCards(userId: string): Promise<VerifiedCard[]>;
  /** The same of their Shebas, where one is known. */
  verifiedShebas(userId: string): Promise<VerifiedSheba[]>;
  /** Makes those demo people that are missing and answers ids by e-mail. Throws outside the sandbox. */
  createDemoPeople(): Promise<Record<string, string>>;
  /** NOT_FOUND outside the sandbox. */
  authorizeInSandbox(userId: string): Promise<void>;
  /** Who waits for a decision, longest first. */
  waiting(query: WaitingQuery): Promise<WaitingPage>;
  /** At most 1,000. */
  countWaiting(): Promise<number>;
  /**
   * As the person sees it; `full` with the national code in full. Invalid Token: nobody has this id.
   */
  account(userId: string, options: { full: boolean; images: boolean }): Promise<Account>;
  /** Whose national code of Iran it is, by its digest; null: nobody's. */
  findByNationalCode(typed: string): Promise<string | null>;
  /** What payers see of these people's companies. */
  companyNames(
    people: ReadonlyMap<string, { firstName: string; lastName: string }>,
  ): Promise<Map<string, string>>;
  submittedAt(userId: string): Promise<Date | null>;
  /** Newest first, at most fifty. */
  checks(userId: string): Promise<ProviderCheck[]>;
  /** NOT_FOUND: no such person or bank account; CONFLICT: nothing to check. Stores and answers the outcome. */
  runCheck(userId: string, check: ProviderCheck['check'], bankAccountId?: string): Promise<ProviderCheck>;
  /** The JPEG of the document in force; null: none. */
  readDocument(userId: string, kind: DocumentKind): Promise<Buffer | null>;
  /**
   * NOT_FOUND; CONFLICT: the person doesn't wait for a decision; SECOND_PERSON_NEEDED: staff decides about themselves;
   * BAD_REQUEST: a refusal without a reason; USER_IDENTITY_DATA, ShebaCode…: proven by somebody else meanwhile.
   * Changes the state, verifies bank accounts, tells the person, audits.
   */
  decide(staffId: string, userId: string, decision: ReviewDecision): Promise<void>;
  /** The newest request of a person for a company account; null: none, or it was withdrawn. */
  companyApplication(userId: string): Promise<CompanyApplication | null>;
  /**
   * NOT_FOUND; CONFLICT: decided, withdrawn or changed since `version`, or approval of somebody who isn't AUTHORIZED;
   * SECOND_PERSON_NEEDED; BAD_REQUEST: a refusal without a reason; USER_IDENTITY_DATA: another account has the company.
   * Makes the account a company's or refuses, tells the person, audits.
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
    verifiedCards: (userId) => readVerifiedCards(context.db, context.secrets, userId),
    verifiedShebas: (userId) => readVerifiedShebas(context.db, context.secrets, userId),
    createDemoPeople: () => createDemoPeople(context),
    authorizeInSandbox: (userId) => authorizeInSandbox(context, userId),
    waiting: (query) => listWaiting(context.db, query),
    countWaiting: () => countWaitingReviews(context.db),
    account: (userId, options) => readAccount(context, userId, options),
    findByNationalCode: (typed) => findByNationalCode(context.db, context.secrets, typed),
    companyNames: (people) => companyNames(context.db, context.secrets, people),
    submittedAt: async (userId) => (await newestReview(context.db, userId))?.submittedAt ?? null,
    checks: (userId) => listChecks(context, userId),
    runCheck: (userId, check, bankAccountId) => runCheck(context, userId, check, bankAccountId),
    readDocument: (userId, kind) => readDocumentInForce(context, userId, kind),
    decide: (staffId, userId, decision) => decideReview(context, staffId, userId, decision),
    companyApplication: (userId) => readCompanyApplication(context, userId),
    decideCompany: (staffId, id, decision) => decideCompanyApplication(context, staffId, id, decision),
  };
}
