import { AppError, formatAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import type { BodyOf, moveToColdAddress as contract } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { CustodyContext } from '../deps.ts';
import { readNetwork } from '../networks.ts';
import { readKillSwitch } from '../sending/kill-switch.ts';
import { insertOutgoing } from '../sending/outgoing-store.ts';
import { readHotBalance } from './balances.ts';

/**
 * Queues a transfer from the hot wallet to the signer's own cold address.
 *
 * 'You Dont Have This Coin Wallet': no such coin or network; UNACCEPTABLE_AMOUNT: no positive number; CONFLICT:
 * there is no cold address, the hot balance is lower, the chain is off, or withdrawals are stopped.
 */
export async function moveToColdAddress(
  context: CustodyContext,
  staffId: string,
  body: BodyOf<typeof contract>,
): Promise<void> {
  const { asset, tokenType, chain } = readNetwork(context, body.relatedCoin, body.tokenType);
  const amount = parseDecimal(body.amount, scaleOf(asset));
  if (amount === null || amount <= 0n) throw new AppError('UNACCEPTABLE_AMOUNT');
  const keys = await context.getPublicKeys().catch(() => null);
  const cold = keys?.chains[chain]?.cold ?? null;
  if (cold === null || !context.nodes.has(chain) || (await readKillSwitch(context.db)) !== null)
    throw new AppError('CONFLICT');
  const hot = await readHotBalance(context, { asset, tokenType, chain });
  if (hot === null || hot < amount) throw new AppError('CONFLICT');
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    await insertOutgoing(context, tx, {
      kind: 'COLD',
      asset,
      tokenType,
      fromIndex: null,
      address: cold,
      tag: '',
      amount,
      userId: null,
      withdrawalId: null,
      fee: 0n,
    });
    const detail = { coin: asset, network: tokenType, amount: formatAmount(amount, asset) };
    await appendAudit(tx, { actorId: staffId, action: 'moved to cold', subjectId: null, detail }, now);
  });
}
