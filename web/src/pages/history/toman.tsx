import { useSession } from '../../lib/session.ts';
import { Deposits } from './deposits.tsx';
import { ListBar } from './list-bar.tsx';
import { useKind } from './use-kind.ts';
import { Withdrawals } from './withdrawals.tsx';

export function Toman() {
  const { company } = useSession();
  const { kinds, kind, choose } = useKind('toman', company);
  return (
    <>
      <ListBar
        kinds={kinds}
        kind={kind}
        onChange={choose}
        file={kind === 'deposit' ? 'TOMAN_DEPOSITS' : 'TOMAN_WITHDRAWALS'}
      />
      {kind === 'deposit' ? <Deposits /> : <Withdrawals of="toman" />}
    </>
  );
}
