import { averagePrice, parseMarket, receiptNumber } from '@sarraf/domain';
import type { exportHistory, Order, QueryOf } from '@sarraf/domain/contracts';
import type { Page } from '../platform/database/rows.ts';
import type { Cell } from '../platform/files/csv.ts';
import { MOST_ROWS, type TableFile } from '../platform/files/table-file.ts';
import { readOf } from '../platform/reads/reads.ts';
import { minuteText } from '../rules/index.ts';
import type { HistoryDeps } from './deps.ts';
import { type Column, cutText, type ExportLanguage, headOf, valueText } from './file-texts.ts';

type Query = QueryOf<typeof exportHistory>;
type Kind = Query['kind'];

/** One row: its id, its time (ISO 8601), and its cells, whose words are codes still. */
interface Entry {
  id: string;
  at: string;
  cells: Partial<Record<Column, Cell>>;
}
type Source = (deps: HistoryDeps, userId: string, before: string | null) => Promise<Entry[]>;

const YEAR_MS = 366 * 24 * 3_600_000;
const CHUNK = 1_000;

const page = (before: string | null): Page => ({ limit: CHUNK, size: CHUNK, offset: 0, before });

const deposits =
  (filter: { relatedCoin: string } | { excludedRelatedCoin: string }): Source =>
  async (deps, userId, before) => {
    const query = { ...filter, size: CHUNK, ...(before !== null && { cursor: before }) };
    const { content } = await deps.wallet.listDeposits(userId, query, deps.db);
    return content.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: receiptNumber(row.id),
        coin: row.relatedCoin,
        network: row.tokenType ?? '',
        amount: amountOf(row.amount, row.relatedCoin),
        bankAccount: row.bankAccount ?? '',
        address: row.address ?? '',
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
  };

const withdrawals =
  (filter: Parameters<HistoryDeps['withdrawal']['list']>[1]): Source =>
  async (deps, userId, before) => {
    const rows = await deps.withdrawal.list(userId, filter, page(before), deps.db);
    return rows.map((row) => ({
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        coin: row.relatedCoin,
        network: row.tokenType,
        amount: amountOf(row.amount, row.relatedCoin),
        fee: amountOf(row.fee, row.relatedCoin),
        receives: amountOf(row.receives, row.relatedCoin),
        bankAccount: row.bankAccount ?? '',
        address: row.destinationWalletAddress,
        tag: row.tag ?? '',
        txid: row.txid ?? '',
        status: row.state,
      },
    }));
  };

const trades: Source = async (deps, userId, before) =>
  (await deps.trading.tradesOf(userId, page(before), deps.db)).map((row) => {
    const quote = parseMarket(row.marketType)?.quote ?? '';
    return {
      id: row.id,
      at: row.createdAtDateTime,
      cells: {
        number: row.number,
        market: row.marketType,
        side: row.orderType,
        amount: { number: row.executedAmount },
        unitPrice: { number: priceOf(row) },
        total: amountOf(row.totalPrice, quote),
        fee: amountOf(row.wage, quote),
        status: row.orderStatus,
      },
    };
  });

const amountOf = (number: string, asset: string): Cell => ({ number, toman: asset === 'TOMAN' });

/** A limit order trades at its own price or better, so its own price would not fit its total. */
function priceOf({ orderType, marketType, unitPrice, executedPrice, executedAmount }: Order): string {
  const market = parseMarket(marketType);
  if (!market || orderType.startsWith('EXCHANGE_')) return unitPrice;
  return averagePrice(market.coin, market.quote, executedPrice, executedAmount) ?? unitPrice;
}

const KINDS: Readonly<Record<Kind, { source: Source; columns: readonly Column[] }>> = {
  TOMAN_DEPOSITS: {
    source: deposits({ relatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'amount', 'bankAccount', 'status'],
  },
  TOMAN_WITHDRAWALS: {
    source: withdrawals({ asset: 'TOMAN', except: null }),
    columns: ['date', 'number', 'amount', 'fee', 'receives', 'bankAccount', 'status'],
  },
  CRYPTO_DEPOSITS: {
    source: deposits({ excludedRelatedCoin: 'TOMAN' }),
    columns: ['date', 'number', 'coin', 'network', 'amount', 'address', 'tag', 'txid', 'status'],
  },
  CRYPTO_WITHDRAWALS: {
    source: withdrawals({ asset: null, except: 'TOMAN' }),
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
    source: trades,
    columns: ['date', 'number', 'market', 'side', 'amount', 'unitPrice', 'total', 'fee', 'status'],
  },
};

/** A year of it at most, newest first; a last line says what is missing. */
export function historyTable(deps: HistoryDeps, userId: string, { kind, lang }: Query): TableFile {
  return {
    name: kind.toLowerCase().replaceAll('_', '-'),
    head: KINDS[kind].columns.map((column) => headOf(column, lang)),
    exact: !kind.startsWith('TOMAN'),
    rows: rowsOf(deps, userId, kind, lang),
  };
}

async function* rowsOf(
  deps: HistoryDeps,
  userId: string,
  kind: Kind,
  lang: ExportLanguage,
): AsyncGenerator<Cell[][]> {
  const since = new Date(deps.clock.now() - YEAR_MS).toISOString();
  let written = 0;
  for (let before: string | null = null; ; ) {
    const entries: Entry[] = await readOf(deps.db, userId, (db) =>
      KINDS[kind].source({ ...deps, db }, userId, before),
    );
    const recent = entries.filter(({ at }) => at >= since);
    const some = recent.slice(0, MOST_ROWS - written);
    written += some.length;
    yield some.map((entry) => cellsOf(entry, kind, lang));
    if (some.length < recent.length) return yield [[cutText('ROWS', written, lang)]];
    if (recent.length < entries.length) return yield [[cutText('YEAR', written, lang)]];
    const last = entries.at(-1);
    if (!last || entries.length < CHUNK) return;
    before = last.id;
  }
}

const cellsOf = ({ at, cells }: Entry, kind: Kind, lang: ExportLanguage): Cell[] =>
  KINDS[kind].columns.map((column) => {
    const cell = cells[column] ?? '';
    if (column === 'date') return minuteText(at, lang);
    return typeof cell === 'string' ? valueText(cell, lang) : cell;
  });
