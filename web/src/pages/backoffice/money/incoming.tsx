import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../../lib/use-title.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import css from '../parts.module.css';
import { BankDeposits } from './bank-deposits.tsx';
import { Unclaimed } from './unclaimed.tsx';

const KINDS = ['coins', 'bank'] as const;

/** What came in and is nobody's yet: coins, and lines of the bank statement (`?kind=bank`). */
export function IncomingMoney() {
  const t = useTranslations('treasury.incoming');
  useTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const kind = KINDS.find((key) => key === search.get('kind')) ?? 'coins';
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <Segmented
          label={t('kind')}
          segments={KINDS.map((key) => ({ key, label: t(key) }))}
          value={kind}
          onChange={(key) => setSearch(key === 'coins' ? {} : { kind: key }, { replace: true })}
        />
      </div>
      {kind === 'coins' ? <Unclaimed /> : <BankDeposits />}
    </main>
  );
}
