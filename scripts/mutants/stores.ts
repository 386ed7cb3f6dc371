import type { Mutant } from './mutant.ts';

const COMPANY = ['server/src/company/instructions/instructions.system.test.ts'];
const CONTENT = ['server/src/issued-documents/content.test.ts'];
const DOCUMENTS = ['server/src/issued-documents/issued-documents.test.ts'];

/** Store payments by API keys, and the verification codes of documents. */
export const STORES: readonly Mutant[] = [
  {
    name: 'Stores: an API key moves money of an owner who has frozen the account',
    file: 'server/src/company/instructions/request-instruction.ts',
    find: '  if (earlier === null) await assertOwnerNotFrozen(context, company);\n',
    replace: '',
    tests: COMPANY,
    only: 'can neither refund nor settle',
  },
  {
    name: 'Stores: a pending instruction is approved while the account is frozen',
    file: 'server/src/company/instructions/decide-instruction.ts',
    find: '  await assertOwnerNotFrozen(context, ownedCompany);\n',
    replace: '',
    tests: COMPANY,
    only: 'can neither refund nor settle',
  },
  {
    name: 'Stores: staff pays a refund that the store requested although its owner has frozen the account',
    file: 'server/src/company/payments/refunds.ts',
    find: '    if (refund.askedBy === company.userId) await assertOwnerNotFrozen(context, company);\n',
    replace: '',
    tests: COMPANY,
    only: 'can neither refund nor settle',
  },
  {
    name: 'Stores: many small refunds are executed where one large refund needs approval',
    file: 'server/src/company/instructions/request-instruction.ts',
    find: 'limit === null ? 0n : await sumUnapprovedToday(context, tx, company, terms)',
    replace: 'limit !== null ? 0n : await sumUnapprovedToday(context, tx, company, terms)',
    tests: COMPANY,
    only: 'adds up a day’s refunds',
  },
  {
    name: 'Stores: approved refunds count against the limit of automatic ones',
    file: 'server/src/company/instructions/instruction-store.ts',
    find: "and kind = 'REFUND' and state = 'DONE'\n      and expires_at is null`",
    replace: "and kind = 'REFUND' and state = 'DONE'`",
    tests: COMPANY,
    only: 'adds up a day’s refunds',
  },
  {
    name: "Stores: the previous day's refunds still count after midnight",
    file: 'server/src/company/instructions/request-instruction.ts',
    find: 'new Date(fromTehranTime(day, 0))',
    replace: 'new Date(fromTehranTime(day, -1))',
    tests: COMPANY,
    only: 'adds up a day’s refunds',
  },
  {
    name: 'Documents: a document whose figures differ from the ledger is confirmed',
    file: 'server/src/issued-documents/content.ts',
    find: 'issued.at, issued.figures, issued.fixed]',
    replace: 'issued.at, now.figures, issued.fixed]',
    tests: DOCUMENTS,
  },
  {
    name: 'Documents: a receipt is confirmed although its address was changed in the database',
    file: 'server/src/issued-documents/content.ts',
    find: 'fixed: JSON.stringify([row.destinationWalletAddress, row.tag]),',
    replace: "fixed: '',",
    tests: CONTENT,
  },
  {
    name: 'Documents: a record that replaced another one is confirmed',
    file: 'server/src/issued-documents/verify-code.ts',
    find: 'if (content.kind === row.kind && codeOf(secrets, row, content) === code) return content;',
    replace: 'if (content.kind === row.kind || codeOf(secrets, row, content) === code) return content;',
    tests: DOCUMENTS,
  },
  {
    name: 'Documents: equal receipts of two users have the same code',
    file: 'server/src/issued-documents/issue.ts',
    find: 'JSON.stringify([userId, subject, codedContent])',
    replace: 'JSON.stringify([userId && subject, codedContent])',
    tests: CONTENT,
  },
];
