import { useTranslations } from 'use-intl';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { useUrlFilter } from '../shared/use-url-filter.ts';
import { BankStatements } from './accounts/bank-statements.tsx';
import { BankDeposits } from './bank-deposits.tsx';
import { GatewaySettlements } from './gateways/settlements.tsx';
import { SuspendedPayments } from './suspense/suspended-payments.tsx';
import { UnclaimedDeposits } from './unclaimed.tsx';

const KINDS = ['coins', 'bank', 'cards', 'gateways', 'statement'] as const;

const LEAD_KEYS = {
  coins: 'lead',
  bank: 'lead',
  cards: 'cardsLead',
  gateways: 'gatewaysLead',
  statement: 'statementLead',
} as const;

/**
 * Incoming money that needs staff: coins, lines of the bank statement (`?kind=bank`), card payments that were not
 * credited, gateway settlements, statements of our own accounts.
 */
export function IncomingMoney() {
  const t = useTranslations('treasury.incoming');
  const [kind, setFilter] = useUrlFilter('kind', KINDS);
  return (
    <BackofficePage
      title={t('title')}
      lead={t(LEAD_KEYS[kind])}
      aside={
        <Segmented
          size="s"
          label={t('kind')}
          segments={KINDS.map((key) => ({ key, label: t(key) }))}
          value={kind}
          onChange={setFilter}
        />
      }
    >
      {kind === 'coins' && <UnclaimedDeposits />}
      {kind === 'bank' && <BankDeposits />}
      {kind === 'cards' && <SuspendedPayments />}
      {kind === 'gateways' && <GatewaySettlements />}
      {kind === 'statement' && <BankStatements />}
    </BackofficePage>
  );
}
