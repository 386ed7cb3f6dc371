import { formatAmount } from '@sarraf/domain';
import type { DepositRow } from '@sarraf/domain/contracts';
import type { CoinDeposit } from '../custody/index.ts';

const PUBLIC_STATES: Record<CoinDeposit['state'], DepositRow['state']> = {
  PENDING: 'PENDING',
  UNCLAIMED: 'PENDING',
  CREDITED: 'PAID',
  ORPHANED: 'FAILED',
  REVERSED: 'FAILED',
  KEPT: 'FAILED',
};

/** Maps a coin deposit to the row that its owner sees. `message`: why it is not credited, or its status. */
export const coinDepositDto = (deposit: CoinDeposit): DepositRow => ({
  id: deposit.id,
  amount: formatAmount(deposit.amount, deposit.asset),
  relatedCoin: deposit.asset,
  createdAtDateTime: deposit.createdAt.toISOString(),
  message: deposit.reason ?? deposit.state,
  isDone: deposit.state === 'CREDITED',
  state: PUBLIC_STATES[deposit.state],
  bankAccount: null,
  transactionStatus:
    deposit.state === 'CREDITED' ? 'CONFIRMED' : deposit.raisedByUser ? 'RAISED_BY_USER' : 'UNCONFIRMED',
  tokenType: deposit.tokenType,
  txid: deposit.txid,
  address: deposit.address,
  tag: deposit.tag,
  link: deposit.link,
  confirmations: deposit.confirmations,
  neededConfirmations: deposit.neededConfirmations,
});
