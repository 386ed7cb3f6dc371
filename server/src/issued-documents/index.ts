/** Receipts and statements have codes by which their holders can verify them: issued documents are stored, sealed. */
import { issueReceipt, verifyDocument } from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import type { StatementToIssue } from './content.ts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { findDocuments } from './find-documents.ts';
import { issuedCodeDto, issueReceiptDocument, issueStatement } from './issue.ts';
import { verifyCode } from './verify-code.ts';

export type { StatementToIssue } from './content.ts';
export type { DocumentSubject } from './find-documents.ts';

const OK = { status: 'OK', message: 'OK' } as const;

export function createIssuedDocuments(deps: IssuedDocumentsDeps) {
  return {
    routes(http: Http): void {
      http.route(issueReceipt, async ({ caller, body }) => ({
        ...OK,
        baseDTO: await issueReceiptDocument(deps, caller.userId, body),
      }));
      http.route(verifyDocument, async ({ params }) => ({
        ...OK,
        baseDTO: await verifyCode(deps, params.code),
      }));
    },
    /** Returns the statement's code; the same numbers have the same one, in both languages. */
    issueStatement: (statement: StatementToIssue) => issueStatement(deps, statement),
    shownCode: (code: string) => issuedCodeDto(deps, code),
    find: (searchText: string, idEnd: string | null) => findDocuments(deps, { typed: searchText, idEnd }),
    verify: (code: string) => verifyCode(deps, code),
  };
}
