import type { serviceStatus } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { publicQuery } from '../../lib/queries/public-query.ts';
import css from './proof.module.css';

/**
 * System status and the latest result of the ledger audit. What is unknown is not shown, but its space is reserved:
 * it may be loaded a moment later.
 */
export function TrustFacts() {
  const t = useTranslations('home.proof');
  const { language, number, digits, time } = useFormat();
  const { data } = useQuery(publicQuery<typeof serviceStatus>(language, '/status'));
  if (!data) return <p className={css.proof} />;
  const { state, books } = data.baseDTO;
  const { checkedAt, transfers, laws } = books;
  return (
    <p className={css.proof}>
      <strong data-state={state}>{t(state)}</strong>
      {checkedAt && transfers && laws && (
        <span>
          {t.rich('text', {
            b: (chunks) => <b>{chunks}</b>,
            transfers: number(transfers),
            laws: digits(laws),
            time: time(checkedAt),
          })}
        </span>
      )}
    </p>
  );
}
