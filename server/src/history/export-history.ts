import { computeAveragePrice, formatReceiptNumber, groupBankNumber, parseMarket } from '@sarraf/domain';
import type { exportHistory, Order, QueryOf } from '@sarraf/domain/contracts';
import type { Page } from '../platform/database/rows.ts';
import type { Cell } from '../platform/files/csv.ts';
import { MAX_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { formatTehranMinute } from '../rules/index.ts';
import type { HistoryDeps } from './deps.ts';
import {
  type Column,
  columnHeadingOf,
  type ExportLanguage,
  formatCode,
  formatCutNote,
} from './file-texts.ts';

/** Movements are exported by export-movements.ts. */
type Kind = Exclude<QueryOf<typeof exportHistory>['kind'], 'MOVEMENTS'>;
type Query = QueryOf<typeof exportHistory> & { kind: Kind };

/** One row: its id, its time (ISO 8601), and its cells, still with codes instead of texts. */
interface Entry {
  id: string;
  at: string;
  cells: Partial<Record<Column, Cell>>;
}
interface Chunk {
  entries: Entry[];
  /** Cursor of the next chunk; null: there is none. */
  next: string | null;
}
type Source = (deps: HistoryDeps, userId: string, before: string | null) => Promise<Chunk>;

const YEAR_MS = 366 * 24 * 3_600_000;
const CHUNK = 1_000;
/** Maximum size of a page of fills. */
const MAX_FILLS = 500;

/** Continues after the last id while chunks are full. */
const toChunk = (entries: Entry[]): Chunk => ({
  entries,
  next: entries.length < CHUNK ? null : (entries.at(-1)?.id ?? null),
});

const buildPage = (before: string | null): Page => ({ limit: CHUNK, size: CHUNK, offset: 0, before });

const depositsSource =
  (filter: { relatedCoin: string } | { excludedRelatedCoin: string }): Source =>
  async (deps, userId, before) => {
    const query = { ...filter, size: CHUNK, ...(before !== null && { cursor: before }) };
    const { content } = await deps.wallet.listDeposits(userId, query, deps.db);
    const entries = content.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: formatReceiptNumber(row.id),
        coin: row.relatedCoin,
        network: row.tokenType ?? '',
        amount: amountCell(row.amount, row.relatedCoin),
        bankAccount: groupBankNumber(row.bankAccount ?? ''),
        address: row.address ?? '',
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
    return toChunk(entries);
  };

const withdrawalsSource =
  (filter: Parameters<HistoryDeps['withdrawal']['list']>[1]): Source =>
  async (deps, userId, before) => {
    const rows = await deps.withdrawal.list(userId, filter, buildPage(before), deps.db);
    const entries = rows.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        coin: row.relatedCoin,
        network: row.tokenType,
        amount: amountCell(row.amount, row.relatedCoin),
        fee: amountCell(row.fee, row.relatedCoin),
        receives: amountCell(row.receives, row.relatedCoin),
        bankAccount: groupBankNumber(row.bankAccount ?? ''),
        address: row.destinationWalletAddress,
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
    return toChunk(entries);
  };

const tradesSource: Source = async (deps, userId, before) => {
  const rows = await deps.trading.tradesOf(userId, buildPage(before), deps.db);
  const entries = rows.map((row) => {
    const quote = parseMarket(row.marketType)?.quote ?? '';
    return {
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        market: row.marketType,
        side: row.recurring === null ? row.orderType : 'RECURRING_BUY',
        amount: { number: row.executedAmount },
        unitPrice: { number: executedPriceOf(row) },
        total: amountCell(row.totalPrice, quote),
        fee: amountCell(row.wage, quote),
        status: row.orderStatus,
      },
    };
  });
  return toChunk(entries);
};

/** Each fill separately, with its order. */
const fillsSource: Source = async ({ trading, db }, userId, before) => {
  const query = { size: MAX_FILLS, ...(before !== null && { cursor: before }) };
  const { content, nextCursor } = await trading.fillsOf(userId, query, db);
  const entries = content.map((row) => ({
    id: row.id,
    at: row.createdAtDateTime,
    cells: {
      number: row.number,
      order: formatReceiptNumber(row.orderId),
      market: row.marketType,
      side: row.side.toUpperCase(),
      amount: { number: row.amount },
      unitPrice: { number: row.unitPrice },
      total: amountCell(row.wholePrice, row.wageCoin),
      fee: amountCell(row.wage, row.wageCoin),
      role: row.maker ? 'MAKER' : 'TAKER',
    },
  }));
  return { entries, next: nextCursor };
};

const amountCell = (number: string, asset: string): Cell => ({ number, toman: asset === 'TOMAN' });

/**
 * Returns the executed price: a limit order trades at its own price or better, so its own price would not fit its
 * total.
 */
function executedPriceOf({ orderType, marketType, unitPrice, executedPrice, executedAmount }: Order): string {
  const market = parseMarket(marketType);
  if (!market || orderType.startsWith('EXCHANGE_')) return unitPrice;
  return computeAveragePrice(market.coin, market.quote, executedPrice, executedAmount) ?? unitPrice;
}

const KINDS: Readonly<Record<Kind, { source: Source; columns: readonly Column[] }>> = {
  TOMAN_DEPOSITS: {
    source: depositsSource({ relatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'amount', 'bankAccount', 'status'],
  },
  TOMAN_WITHDRAWALS: {
    source: withdrawalsSource({ asset: 'TOMAN', except: null }),
    columns: ['date', 'number', 'amount', 'fee', 'receives', 'bankAccount', 'status'],
  },
  CRYPTO_DEPOSITS: {
    source: depositsSource({ excludedRelatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'coin', 'network', 'amount', 'address', 'tag', 'txid', 'status'],
  },
  CRYPTO_WITHDRAWALS: {
    source: withdrawalsSource({ asset: null, except: 'TOMAN' }),
    columns: [
      'date',
      'number',
      'coin',
      'network',
      'amount',
      'fee',
      'receives',
      'address',
      'tag',
      'txid',
      'status',
    ],
  },
  TRADES: {
    source: tradesSource,
    columns: ['date', 'number', 'market', 'side', 'amount', 'unitPrice', 'total', 'fee', 'status'],
  },
  FILLS: {
    source: fillsSource,
    columns: ['date', 'number', 'order', 'market', 'side', 'amount', 'unitPrice', 'total', 'fee', 'role'],
  },
};

/**
 * Returns the limits of a file; null: unlimited. Accounting needs every fill, so those are limited only by a
 * workbook's size.
 */
const fileLimitsOf = ({ kind, format }: Query): { rows: number | null; ms: number | null } =>
  kind === 'FILLS' ? { rows: format === 'csv' ? null : MAX_ROWS, ms: null } : { rows: MAX_ROWS, ms: YEAR_MS };

/** Exports the newest first, within the limits of `endsOf`; a last line says what is missing. */
export function buildHistoryTable(deps: HistoryDeps, userId: string, query: Query): TableFile {
  const { kind, lang } = query;
  return {
    name: kind.toLowerCase().replaceAll('_', '-'),
    head: KINDS[kind].columns.map((column) => columnHeadingOf(column, lang)),
    exact: !kind.startsWith('TOMAN'),
    rows: readRows(deps, userId, query),
  };
}

async function* readRows(deps: HistoryDeps, userId: string, query: Query): AsyncGenerator<Cell[][]> {
  const { kind, lang } = query;
  const fileLimits = fileLimitsOf(query);
  const since = fileLimits.ms === null ? '' : new Date(deps.clock.now() - fileLimits.ms).toISOString();
  let writtenCount = 0;
  for (let before: string | null = null; ; ) {
    const { entries, next }: Chunk = await readForUser(deps.db, userId, (db) =>
      KINDS[kind].source({ ...deps, db }, userId, before),
    );
    const recent = entries.filter(({ at }) => at >= since);
    const included = fileLimits.rows === null ? recent : recent.slice(0, fileLimits.rows - writtenCount);
    writtenCount += included.length;
    yield included.map((entry) => toCells(entry, kind, lang));
    if (included.length < recent.length) return yield [[formatCutNote('ROWS', writtenCount, lang)]];
    if (recent.length < entries.length) return yield [[formatCutNote('YEAR', writtenCount, lang)]];
    if (next === null) return;
    before = next;
  }
}

const toCells = ({ at, cells }: Entry, kind: Kind, lang: ExportLanguage): Cell[] =>
  KINDS[kind].columns.map((column) => {
    const cell = cells[column] ?? '';
    if (column === 'date') return formatTehranMinute(at, lang);
    return typeof cell === 'string' ? formatCode(cell, lang) : cell;
  });
