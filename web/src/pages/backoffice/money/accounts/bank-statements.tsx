import type { BankStatement, bankStatements, discardBankStatement } from '@sarraf/domain/contracts';
import { IconBuildingBank, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { useCursorPagination } from '../../../../lib/queries/use-pages.ts';
import { useSession } from '../../../../lib/session/session.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Facts } from '../../../../ui/layout/facts.tsx';
import { Cluster, Text } from '../../../../ui/layout/layout.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../../shared/action-dialog.tsx';
import cards from '../../shared/cards.module.css';
import css from '../../shared/parts.module.css';
import { WaitingTime } from '../../shared/parts.tsx';
import { useRights } from '../../shared/queries.ts';
import { ResourceList } from '../../shared/resource-list.tsx';
import { HouseAccountDialog } from './account-dialog.tsx';
import { BankLedgerCheck } from './bank-check.tsx';
import { UnexplainedLines } from './bank-lines.tsx';
import { AccountStatementDialog } from './statement-dialog.tsx';

const LISTS = ['LINES', 'STATEMENTS'] as const;

/** Statements of our own bank accounts: whether bank and ledger agree, unmatched lines, and all statements. */
export function BankStatements() {
  const t = useTranslations('treasury.statement');
  const { admin } = useRights();
  const [selectedList, setSelectedList] = useState<(typeof LISTS)[number]>('LINES');
  const [dialog, setDialog] = useState<'statement' | 'account' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <BankLedgerCheck />
      <Cluster gap={3} justify="between" wrap>
        <div className={css.pick}>
          <Select
            label={t('which')}
            options={LISTS.map((key) => ({ value: key, label: t(key) }))}
            value={selectedList}
            onChange={setSelectedList}
          />
        </div>
        <Cluster gap={2} wrap>
          {admin && (
            <Button variant="ghost" onClick={() => setDialog('account')}>
              {t('add')}
            </Button>
          )}
          <Button icon={<IconFileImport size={18} aria-hidden />} onClick={() => setDialog('statement')}>
            {t('import')}
          </Button>
        </Cluster>
      </Cluster>
      {selectedList === 'LINES' ? <UnexplainedLines /> : <StatementList />}
      <AccountStatementDialog open={dialog === 'statement'} onClose={close} />
      <HouseAccountDialog open={dialog === 'account'} onClose={close} />
    </>
  );
}

function StatementList() {
  const t = useTranslations('treasury.statement');
  const [action, setAction] = useState<StaffAction | null>(null);
  const pages = useCursorPagination<BankStatement>(['backoffice', 'bank', 'statements'], (page, signal) =>
    call<typeof bankStatements>('GET', '/backoffice/bank-statements', { query: page, signal }),
  );
  return (
    <>
      <ResourceList
        pages={pages}
        empty={{ icon: IconBuildingBank, title: t('emptyStatementsTitle'), text: t('emptyStatementsText') }}
        card={(row) => <StatementCard row={row} onAct={setAction} />}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

function StatementCard({ row, onAct }: { row: BankStatement; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.statement');
  const { digits } = useFormat();
  const isOwnImport = useSession().account?.email === row.importedBy;
  const formatToman = (value: string) => <Money value={value} asset="TOMAN" />;
  const discardAction: StaffAction = {
    title: t('discardTitle'),
    text: t('discardText'),
    confirm: t('discard'),
    successText: t('discarded'),
    danger: true,
    reasoned: true,
    run: (reason) =>
      call<typeof discardBankStatement>('POST', '/backoffice/bank-statements/:id/discard', {
        params: { id: row.id },
        body: { reason },
      }),
  };
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          {row.account}
        </Text>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      <Facts
        facts={[
          { key: 'opening', label: t('opening'), value: formatToman(row.opening) },
          { key: 'closing', label: t('closing'), value: formatToman(row.closing) },
          { key: 'lines', label: t('lines'), value: digits(row.lines) },
          { key: 'state', label: t('stateName'), value: t(`state.${row.state}`) },
        ]}
      />
      <p className={css.muted}>{t('importedBy', { who: row.importedBy })}</p>
      {row.last && (
        <Cluster gap={2} align="stretch" wrap className={css.ways}>
          <Button
            variant="ghost"
            disabledReason={isOwnImport ? t('needsSecond') : null}
            onClick={() => onAct(discardAction)}
          >
            {t('discard')}
          </Button>
        </Cluster>
      )}
    </Card>
  );
}
