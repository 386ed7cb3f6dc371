import type { Movement } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { MovementChange } from '../../transfers/movement-change.tsx';
import { useMovementText } from '../../transfers/use-movement-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { TwoLine } from '../../ui/layout/layout.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { latestMovementsQuery } from './latest-movements.ts';
import css from './lists.module.css';

/** The latest changes of the balances; hidden if there are none, since the first steps are shown above. */
export function MovementsCard({ enabled }: { enabled: boolean }) {
  const t = useTranslations('wallet.movements');
  const { data } = useQuery({ ...latestMovementsQuery, enabled });
  if (!data || data.length === 0) return null;
  return (
    <Card
      title={t('latest')}
      aside={
        <Link to="/profile/wallet/movements" className={css.all}>
          {t('all')}
        </Link>
      }
    >
      <ul className={css.list}>
        {data.map((row) => (
          <MovementRow key={row.id} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function MovementRow({ row }: { row: Movement }) {
  const movementText = useMovementText();
  const { dateTime } = useFormat();
  return (
    <li>
      <CoinIcon coin={row.relatedCoin} size={28} />
      <TwoLine className={css.words}>
        <span>{movementText.what(row)}</span>
        <small>
          <bdi>{dateTime(row.createdAtDateTime)}</bdi>
        </small>
      </TwoLine>
      <MovementChange row={row} />
    </li>
  );
}
