import { parseMarket } from '@sarraf/domain';
import type {
  Calendar,
  DepositRow,
  DocumentFigure,
  IssuedKind,
  Order,
  StatementDocument,
  VerifiedDocument,
  WithdrawalRow,
} from '@sarraf/domain/contracts';
import type { ReceiptSubjects } from './deps.ts';

/** Content of a document, as it is sealed: the code is made of exactly this. */
export interface IssuedContent
  extends Pick<
    VerifiedDocument,
    'kind' | 'number' | 'orderType' | 'state' | 'at' | 'network' | 'holder' | 'figures' | 'statement'
  > {
  /** True: all of it is compared with the ledger in each check; false: it may still change (an open order). */
  settled: boolean;
  /** Further content that isn't shown on verification: what never changes, and what comes later. */
  fixed: string;
  moving: string;
}

type Figure = IssuedContent['figures'][number];
const createFigure = (
  name: DocumentFigure,
  amount: string,
  asset: string,
  subjectAsset: string | null = null,
): Figure => ({
  figure: name,
  amount,
  asset,
  of: subjectAsset,
});

const EMPTY_RECEIPT = {
  orderType: null,
  network: null,
  statement: null,
  settled: true,
  fixed: '',
  moving: '',
} as const;

function tradeContent(order: Order, holder: string): IssuedContent {
  const { coin = order.destinationCoin, quote = 'TOMAN' } = parseMarket(order.marketType) ?? {};
  return {
    ...EMPTY_RECEIPT,
    kind: 'TRADE',
    number: order.number,
    orderType: order.orderType,
    state: order.orderStatus,
    at: order.createdAtDateTime,
    holder,
    figures: [
      createFigure('AMOUNT', order.amount, coin),
      createFigure('EXECUTED', order.executedAmount, coin),
      createFigure('UNIT_PRICE', order.unitPrice, quote),
      createFigure('VALUE', order.executedPrice, quote),
      createFigure('FEE', order.wage, quote),
      createFigure('TOTAL', order.totalPrice, quote),
    ],
    settled: order.orderStatus !== 'IS_OPEN',
  };
}

const withdrawalContent = (row: WithdrawalRow, holder: string): IssuedContent => ({
  ...EMPTY_RECEIPT,
  kind: 'WITHDRAWAL',
  number: row.number,
  state: row.state,
  at: row.createdAtDateTime,
  network: row.relatedCoin === 'TOMAN' ? null : row.tokenType,
  holder,
  figures: [
    createFigure('AMOUNT', row.amount, row.relatedCoin),
    createFigure('FEE', row.fee, row.relatedCoin),
    createFigure('RECEIVES', row.receives, row.relatedCoin),
  ],
  fixed: JSON.stringify([row.destinationWalletAddress, row.tag]),
  moving: row.txid ?? '',
});

const depositContent = (row: DepositRow, holder: string): IssuedContent => ({
  ...EMPTY_RECEIPT,
  kind: 'DEPOSIT',
  number: null,
  state: row.state,
  at: row.createdAtDateTime,
  network: row.tokenType ?? null,
  holder,
  figures: [createFigure('AMOUNT', row.amount, row.relatedCoin)],
  fixed: JSON.stringify([row.address ?? null, row.tag ?? null, row.txid ?? null]),
  // The card that paid may differ from the requested one.
  moving: row.bankAccount ?? '',
});

export const RECEIPT_CONTENT: {
  [K in keyof ReceiptSubjects]: (subject: ReceiptSubjects[K], holder: string) => IssuedContent;
} = { TRADE: tradeContent, WITHDRAWAL: withdrawalContent, DEPOSIT: depositContent };

/** A statement that was just made. */
export interface StatementToIssue extends Pick<StatementDocument, 'name' | 'rows' | 'totals'> {
  userId: string;
  calendar: Calendar;
  year: number;
  complete: boolean;
  madeAt: Date;
  /** Digest of all its numbers. */
  digest: string;
}

/** Excludes the time it was made at: the same numbers are the same document. */
export const statementContent = (statement: StatementToIssue): Omit<IssuedContent, 'at'> => ({
  ...EMPTY_RECEIPT,
  kind: 'STATEMENT',
  number: null,
  state: null,
  holder: initialsOf(statement.name),
  statement: {
    calendar: statement.calendar,
    year: statement.year,
    complete: statement.complete,
  },
  figures: [
    createFigure('BOUGHT', statement.totals.boughtToman, 'TOMAN'),
    createFigure('SOLD', statement.totals.soldToman, 'TOMAN'),
    createFigure('FEES', statement.totals.feesToman, 'TOMAN'),
    createFigure('REFERRAL', statement.totals.referralToman, 'TOMAN'),
    createFigure('REALISED', statement.totals.realisedToman, 'TOMAN'),
    ...statement.rows.flatMap((row) => [
      createFigure('OPENING', row.opening, row.asset, row.asset),
      createFigure('BOUGHT', row.bought, row.asset, row.asset),
      createFigure('SOLD', row.sold, row.asset, row.asset),
      createFigure('RECEIVED', row.received, row.asset, row.asset),
      createFigure('SENT', row.sent, row.asset, row.asset),
      createFigure('CLOSING', row.closing, row.asset, row.asset),
    ]),
  ],
  fixed: statement.digest,
});

/** Returns the subject of a document: a newer document of the same subject supersedes it. */
export const subjectOfStatement = ({ calendar, year }: Pick<StatementToIssue, 'calendar' | 'year'>): string =>
  `${calendar} ${year}`;

const SHOWN_NAMES = 2;

/** «س. ا.» for «سارا احمدی»: enough to compare with a paper, but not to identify a person. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, SHOWN_NAMES)
    .map((word) => `${[...word][0]}.`)
    .join(' ');

/** Whether the present state of its subject equals the document. */
export const hasSameContent = (issued: IssuedContent, now: IssuedContent): boolean =>
  JSON.stringify([issued.kind, issued.number, issued.orderType, issued.at, issued.figures, issued.fixed]) ===
  JSON.stringify([now.kind, now.number, now.orderType, now.at, now.figures, now.fixed]);

export const isReceipt = (kind: IssuedKind): kind is keyof ReceiptSubjects => kind !== 'STATEMENT';
