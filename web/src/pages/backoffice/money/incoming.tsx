import { useTranslations } from 'use-intl';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { useUrlFilter } from '../shared/use-url-filter.ts';
import { BankDeposits } from './bank-deposits.tsx';
import { Unclaimed } from './unclaimed.tsx';

const KINDS = ['coins', 'bank'] as const;

/** What came in and is nobody's yet: coins, and lines of the bank statement (`?kind=bank`). */
export function IncomingMoney() {
  const t = useTranslations('treasury.incoming');
  const [kind, choose] = useUrlFilter('kind', KINDS);
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={
        <Segmented
          label={t('kind')}
          segments={KINDS.map((key) => ({ key, label: t(key) }))}
          value={kind}
          onChange={choose}
        />
      }
    >
      {kind === 'coins' ? <Unclaimed /> : <BankDeposits />}
    </BackofficePage>
  );
}
