import { CryptoDeposits } from './deposits/crypto-deposits.tsx';
import { ListBar } from './list-bar.tsx';
import { useHistoryKind } from './use-kind.ts';
import { Withdrawals } from './withdrawals.tsx';

export function CryptoHistory() {
  const { kind, choose } = useHistoryKind('crypto');
  return (
    <>
      <ListBar
        kind={kind}
        onChange={choose}
        file={kind === 'deposit' ? 'CRYPTO_DEPOSITS' : 'CRYPTO_WITHDRAWALS'}
      />
      {kind === 'deposit' ? <CryptoDeposits /> : <Withdrawals of="crypto" />}
    </>
  );
}
