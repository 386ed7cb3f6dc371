import type { BankDeposit, bankDeposits, decideBankDeposit } from '@sarraf/domain/contracts';
import { IconBuildingBank, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Text } from '../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { Money } from '../../../ui/values/money.tsx';
import cards from '../shared/cards.module.css';
import { useAmountText } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { WaitingTime } from '../shared/parts.tsx';
import { ResourceList } from '../shared/resource-list.tsx';
import { DepositDecisionPanel } from './claim.tsx';
import { ImportDialog } from './import-dialog.tsx';
import moneyCss from './money.module.css';
import { toKnownReason } from './words.ts';

const STATES = ['UNMATCHED', 'PROPOSED', 'MATCHED', 'RETURNED'] as const satisfies BankDeposit['state'][];
type DepositFilter = (typeof STATES)[number];

/** Lines of the bank statement: matched by identifier, or waiting to be assigned to a person. */
export function BankDeposits() {
  const t = useTranslations('treasury.incoming');
  const [state, setState] = useState<DepositFilter>('UNMATCHED');
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <Cluster gap={3} justify="between" wrap>
        <div className={css.pick}>
          <Select
            label={t('kind')}
            options={STATES.map((key) => ({ value: key, label: t(`state.${key}`) }))}
            value={state}
            onChange={setState}
          />
        </div>
        <Button icon={<IconFileImport size={18} aria-hidden />} onClick={() => setIsImporting(true)}>
          {t('import')}
        </Button>
      </Cluster>
      <DepositList state={state} />
      <ImportDialog open={isImporting} onClose={() => setIsImporting(false)} />
    </>
  );
}

function DepositList({ state }: { state: DepositFilter }) {
  const t = useTranslations('treasury.incoming');
  const pages = useCursorPagination<BankDeposit>(['backoffice', 'bank-deposits', state], (page, signal) =>
    call<typeof bankDeposits>('GET', '/backoffice/bank-deposits', { query: { ...page, state }, signal }),
  );
  return (
    <ResourceList
      pages={pages}
      empty={{ icon: IconBuildingBank, title: t('bankEmptyTitle'), text: t('bankEmptyText') }}
      card={(row) => <BankDepositCard row={row} />}
    />
  );
}

function BankDepositCard({ row }: { row: BankDeposit }) {
  const t = useTranslations('treasury.incoming');
  const shebaLabel = useTranslations('treasury.payouts.line')('account');
  const amountText = useAmountText();
  const { id, reason } = row;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          <Money value={row.amount} asset="TOMAN" />
        </Text>
        <WaitingTime since={row.paidAtDateTime} />
      </Cluster>
      {reason && (
        <Cluster as="p" gap={2} align="stretch" wrap>
          <span className={moneyCss.chip}>{t(`why.${toKnownReason(reason)}`)}</span>
        </Cluster>
      )}
      <Facts
        facts={[
          { key: 'payer', label: t('payer'), value: row.payerName },
          { key: 'sheba', label: shebaLabel, value: <BankNumber masked={row.payer} /> },
          { key: 'identifier', label: t('identifier'), value: <bdi className="latin">{row.identifier}</bdi> },
          { key: 'reference', label: t('reference'), value: <bdi className="latin">{row.reference}</bdi> },
        ]}
      />
      <DepositDecisionPanel
        person={row.person}
        proposedBy={row.proposedBy}
        open={row.state === 'UNMATCHED' || row.state === 'PROPOSED'}
        closing="return"
        amount={amountText(row.amount, 'TOMAN')}
        onDecide={(claim, details) =>
          call<typeof decideBankDeposit>('POST', '/backoffice/bank-deposits/:id', {
            params: { id },
            body: { decision: claim === 'CLOSE' ? 'RETURN' : claim, ...details },
          })
        }
      />
    </Card>
  );
}
