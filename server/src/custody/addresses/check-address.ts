import { CHAIN_INFO } from '@sarraf/domain';
import { verifyAttestation } from '../../chains/claim.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { CustodyContext } from '../deps.ts';
import { keysOfGeneration } from '../generations.ts';
import type { AddressAttestation, PublicKeys } from '../ports.ts';
import { type DepositAddress, markAddressTampered } from './address-store.ts';

export const toAttestation = (row: DepositAddress): AddressAttestation => ({
  ...(row.generation > 0 && { generation: row.generation }),
  chain: row.chain,
  address: row.address,
  tag: row.tag === '' ? null : row.tag,
  index: Number.parseInt(row.keyIndex.toString(), 10),
  userId: row.userId,
  asset: row.asset,
  tokenType: row.tokenType,
});

/** Checks that the row matches the signer's signature. */
export function isAttested(keys: PublicKeys, row: DepositAddress): boolean {
  const generationKeys = keysOfGeneration(keys, row.generation);
  return (
    generationKeys !== null &&
    verifyAttestation(generationKeys.integrityKey, toAttestation(row), row.signature)
  );
}

/** Checks the signature, and that the address is derived from our own keys as far as the public keys can show it. */
export function isAuthenticAddress(context: CustodyContext, keys: PublicKeys, row: DepositAddress): boolean {
  if (!isAttested(keys, row)) return false;
  const chainKeys = keysOfGeneration(keys, row.generation)?.chains[row.chain];
  if (!chainKeys) return false;
  const { index, tag } = toAttestation(row);
  if (CHAIN_INFO[row.chain].oneAccount) return row.address === chainKeys.hot && tag === String(index);
  if (chainKeys.accountPublicKey === null) return true;
  const keyPath = { branch: 'deposit', index } as const;
  return context.codecOf(row.chain).addressOf(chainKeys.accountPublicKey, keyPath) === row.address;
}

/** Reports a row that was changed in the database: audited once, logged each time. */
export async function reportTampered(context: CustodyContext, row: DepositAddress): Promise<void> {
  const { id, chain, userId } = row;
  context.log.error({ area: 'custody', event: 'address tampered', id, chain, userId }, 'address tampered');
  await context.db.transaction().execute(async (tx) => {
    if (!(await markAddressTampered(tx, id, context.now()))) return;
    const entry = { actorId: null, action: 'address tampered', subjectId: userId, detail: { id, chain } };
    await appendAudit(tx, entry, context.now());
  });
}
