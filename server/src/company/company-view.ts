import { formatAmount, shortenAddress } from '@sarraf/domain';
import type { Company } from '@sarraf/domain/contracts';
import { create } from 'qrcode';
import type { CompanyContext } from './deps.ts';
import { nextSettlementAddressOf, settlementAddressOf } from './settlements/settlement-address.ts';
import { type CompanyRow, findCompany, readLogoPath, readReceiptSums } from './store.ts';

/** Maps a store to its owner's view. */
export async function companyDto(context: CompanyContext, row: CompanyRow): Promise<Company> {
  const [facts, sums, logo] = await Promise.all([
    context.readCompanyFacts(row.userId),
    readReceiptSums(context.db, row.id),
    readLogoPath(context.db, row.id),
  ]);
  const now = context.now();
  const currentAddress = settlementAddressOf(row, now);
  const nextAddress = row.nextFrom !== null && row.nextFrom > now ? nextSettlementAddressOf(row) : null;
  const link = `${context.config.PUBLIC_URL}/company-deposit/?id=${row.id}`;
  const formatToman = (amount: bigint) => formatAmount(amount, 'TOMAN');
  return {
    id: row.id,
    ...facts,
    logo,
    paymentLink: link,
    qr: drawQrCode(link),
    lastTransfer: formatToman(sums.received),
    coinEntity: currentAddress?.coin ?? null,
    cryptoNetwork: currentAddress?.tokenType ?? null,
    perTime: row.perTime,
    walletAddress: currentAddress?.address ?? null,
    walletAddressHalfDTO: currentAddress && { address: shortenAddress(currentAddress.address) },
    tag: currentAddress?.tag || null,
    receipts: formatToman(sums.receipts),
    paused: row.pausedAt !== null,
    blocked: row.blockedAt !== null,
    next:
      row.nextDueAt === null || row.pausedAt !== null
        ? null
        : { dueAtDateTime: row.nextDueAt.toISOString(), amount: formatToman(sums.next) },
    change:
      nextAddress && row.nextFrom
        ? {
            coinEntity: nextAddress.coin,
            cryptoNetwork: nextAddress.tokenType,
            walletAddress: nextAddress.address,
            tag: nextAddress.tag || null,
            fromDateTime: row.nextFrom.toISOString(),
          }
        : null,
  };
}

/** Returns the owner's view of a store, read now. */
export async function readCompanyDto(context: CompanyContext, id: string): Promise<Company> {
  const row = await findCompany(context.db, id);
  if (row === null) throw new Error(`no company ${id}`);
  return companyDto(context, row);
}

/** Draws one closed square per dark module. */
function drawQrCode(text: string): Company['qr'] {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const squares = [...data].flatMap((dark, at) =>
    dark ? [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`] : [],
  );
  return { size, path: squares.join('') };
}
