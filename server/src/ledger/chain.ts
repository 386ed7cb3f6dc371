import { createHash, createHmac, type Hash, type KeyObject } from 'node:crypto';
import type { Lease } from './lease.ts';

/**
 * Immutable rows written by a batch: its rows of `transfers` and of `accounts`, without the columns that change
 * later.
 */
export interface BatchContent {
  /** `ledger_head.batch` after this batch. */
  readonly number: bigint;
  readonly at: Date;
  readonly transferId: bigint;
  readonly accountId: bigint;
  /** PostgreSQL array text for each column of the new transfers. */
  readonly transfers: readonly string[];
  /** PostgreSQL array text for id, owner, asset and kind of the new accounts. */
  readonly accounts: readonly string[];
}

/** MAC that precedes the first row. */
export const NO_MAC: Buffer = Buffer.alloc(32);

/** HMAC-SHA-256, 32 bytes, over a batch and over the MAC of the previous batch. */
export function computeBatchMac(key: KeyObject | Buffer, previousMac: Buffer, content: BatchContent): Buffer {
  const { number, at, transferId, accountId, transfers, accounts } = content;
  // The lengths mark where each text ends, so that no character can be moved from one text to the next.
  const texts = [...transfers, ...accounts].map((text) => `\0${text.length}\0${text}`);
  return createHmac('sha256', key)
    .update(previousMac)
    .update(`${number} ${at.toISOString()} ${transferId} ${accountId}${texts.join('')}`)
    .digest();
}

/** Same as `quoted` in column-arrays.ts, with which the writer builds its arrays. */
const quotedSql = (column: string) =>
  `case when ${column} ~ '^[A-Za-z0-9_-]{5,}$' then ${column}
    else '"' || replace(replace(${column}, '\\', '\\\\'), '"', '\\"') || '"' end`;
const arraySql = (value: string) => `'{' || coalesce(string_agg(${value}, ',' order by id), '') || '}'`;

const TRANSFER_COLUMNS = [
  ...['id', 'debit_account', 'credit_account', 'amount', 'debit_balance', 'credit_balance'].map(
    (column) => `${column}::text`,
  ),
  quotedSql('kind'),
  'reference::text',
];
const ACCOUNT_COLUMNS = ['id::text', quotedSql('owner'), quotedSql('asset'), quotedSql('kind')];

const arraysSql = (columns: readonly string[]) => `array[${columns.map(arraySql).join(', ')}]`;
export const TRANSFER_ARRAYS = arraysSql(TRANSFER_COLUMNS);
export const ACCOUNT_ARRAYS = arraysSql(ACCOUNT_COLUMNS);

/** Rows per query: large enough to be fast, small enough for the memory. */
const PAGE_SIZE = 20_000n;

/** The part of a connection that the chain needs. */
export interface ChainSource {
  query<R>(text: string, values: readonly unknown[]): Promise<{ rows: R[] }>;
}

/** Returns the content of an opening row: digests of all rows up to these ids, instead of the rows of a batch. */
export async function readContentUpTo(
  client: ChainSource,
  { number, at, transferId, accountId }: Omit<BatchContent, 'transfers' | 'accounts'>,
  onPage: () => Promise<void> = async () => {},
): Promise<BatchContent> {
  const digestTable = async (table: string, arrays: string, last: bigint) => {
    const hash = createHash('sha256');
    for (let from = 0n; from < last; from += PAGE_SIZE) {
      const to = from + PAGE_SIZE < last ? from + PAGE_SIZE : last;
      await addPage(client, hash, `select ${arrays} as texts from ${table} where id > $1 and id <= $2`, [
        from,
        to,
      ]);
      await onPage();
    }
    return hash.digest('hex');
  };
  return {
    number,
    at,
    transferId,
    accountId,
    transfers: [await digestTable('transfers', TRANSFER_ARRAYS, transferId)],
    accounts: [await digestTable('accounts', ACCOUNT_ARRAYS, accountId)],
  };
}

async function addPage(
  client: ChainSource,
  hash: Hash,
  text: string,
  values: readonly bigint[],
): Promise<void> {
  const { rows } = await client.query<{ texts: string[] }>(text, values);
  hash.update(JSON.stringify(rows[0]?.texts));
}

/**
 * Opens the chain at the head, over everything in the ledger: of a new installation, or of one that an operator has
 * examined after a violation. The caller holds the lease.
 */
export async function openChain(
  client: ChainSource,
  key: Buffer,
  { epoch, batch, transferId, accountId }: Pick<Lease, 'epoch' | 'batch' | 'transferId' | 'accountId'>,
  at: Date,
  onPage?: () => Promise<void>,
): Promise<Buffer> {
  const content = await readContentUpTo(client, { number: batch, at, transferId, accountId }, onPage);
  const mac = computeBatchMac(key, NO_MAC, content);
  const { rows } = await client.query(
    `with opened as (update ledger_head set mac = $1 where epoch = $2 and batch = $3 returning batch)
      insert into ledger_batches (number, opening, at, last_transfer_id, last_account_id, mac)
      select batch, true, $4, $5, $6, $1 from opened returning number`,
    [mac, epoch, batch, at, transferId, accountId],
  );
  if (rows.length !== 1) throw new Error('ledger: the lease was lost while its chain was opened');
  return mac;
}
