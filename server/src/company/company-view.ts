import { formatAmount, shortAddress } from '@sarraf/domain';
import type { Company } from '@sarraf/domain/contracts';
import { create } from 'qrcode';
import type { CompanyContext } from './deps.ts';
import { nextSettlementAddressOf, settlementAddressOf } from './settlements/settlement-address.ts';
import { type CompanyRow, findCompany, logoPath, readReceiptSums } from './store.ts';

/** Maps a store to its owner's view. */
export async function companyDto(context: CompanyContext, row: CompanyRow): Promise<Company> {
  const [facts, sums, logo] = await Promise.all([
    context.companyFacts(row.userId),
    readReceiptSums(context.db, row.id),
    logoPath(context.db, row.id),
  ]);
  const now = context.now();
  const place = settlementAddressOf(row, now);
  const next = row.nextFrom !== null && row.nextFrom > now ? nextSettlementAddressOf(row) : null;
  const link = `${context.config.PUBLIC_URL}/company-deposit/?id=${row.id}`;
  const toman = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    id: row.id,
    ...facts,
    logo,
    paymentLink: link,
    qr: qrOf(link),
    lastTransfer: toman(sums.received),
    coinEntity: place?.coin ?? null,
    cryptoNetwork: place?.tokenType ?? null,
    perTime: row.perTime,
    walletAddress: place?.address ?? null,
    walletAddressHalfDTO: place && { address: shortAddress(place.address) },
    tag: place?.tag || null,
    receipts: toman(sums.receipts),
    paused: row.pausedAt !== null,
    blocked: row.blockedAt !== null,
    next:
      row.nextDueAt === null || row.pausedAt !== null
        ? null
        : { dueAtDateTime: row.nextDueAt.toISOString(), amount: toman(sums.next) },
    change:
      next && row.nextFrom
        ? {
            coinEntity: next.coin,
            cryptoNetwork: next.tokenType,
            walletAddress: next.address,
            tag: next.tag || null,
            fromDateTime: row.nextFrom.toISOString(),
          }
        : null,
  };
}

/** Returns the owner's view of a store, read now. */
export async function companyNow(context: CompanyContext, id: string): Promise<Company> {
  const row = await findCompany(context.db, id);
  if (row === null) throw new Error(`no company ${id}`);
  return companyDto(context, row);
}

/** Draws one closed square per dark module. */
function qrOf(text: string): Company['qr'] {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const squares = [...data].flatMap((dark, at) =>
    dark ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : [],
  );
  return { size, path: squares.join('') };
}
