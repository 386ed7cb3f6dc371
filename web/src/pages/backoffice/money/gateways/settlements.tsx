import type {
  decideGatewaySettlement,
  GatewaySettlement,
  gatewaySettlements,
} from '@sarraf/domain/contracts';
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
import { useAmountText } from '../../shared/coin-amount.tsx';
import css from '../../shared/parts.module.css';
import { WaitingTime } from '../../shared/parts.tsx';
import { ResourceList } from '../../shared/resource-list.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SettlementLines } from './settlement-lines.tsx';

const STATES = ['OPEN', 'DONE', 'DISCARDED'] as const satisfies GatewaySettlement['state'][];
type SettlementFilter = (typeof STATES)[number];

/** Settlements reported by gateways, and their differences from the payments in the ledger. */
export function GatewaySettlements() {
  const t = useTranslations('treasury.gateways');
  const [state, setState] = useState<SettlementFilter>('OPEN');
  const [isImporting, setIsImporting] = useState(false);
  const [action, setAction] = useState<StaffAction | null>(null);
  const pages = useCursorPagination<GatewaySettlement>(
    ['backoffice', 'gateway-settlements', state],
    (page, signal) =>
      call<typeof gatewaySettlements>('GET', '/backoffice/gateway-settlements', {
        query: { ...page, state },
        signal,
      }),
  );
  return (
    <>
      <Cluster gap={3} justify="between" wrap>
        <div className={css.pick}>
          <Select
            label={t('which')}
            options={STATES.map((key) => ({ value: key, label: t(`state.${key}`) }))}
            value={state}
            onChange={setState}
          />
        </div>
        <Button icon={<IconFileImport size={18} aria-hidden />} onClick={() => setIsImporting(true)}>
          {t('import')}
        </Button>
      </Cluster>
      <ResourceList
        pages={pages}
        empty={{ icon: IconBuildingBank, title: t('emptyTitle'), text: t('emptyText') }}
        card={(row) => <GatewaySettlementCard row={row} onAct={setAction} />}
      />
      <ReportDialog open={isImporting} onClose={() => setIsImporting(false)} />
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </>
  );
}

function GatewaySettlementCard({
  row,
  onAct,
}: {
  row: GatewaySettlement;
  onAct: (act: StaffAction) => void;
}) {
  const t = useTranslations('treasury.gateways');
  const gatewayNames = useTranslations('wallet.gateway');
  const [showsDifferences, setShown] = useState(false);
  const actions = useSettlementActions(row);
  const facts = useSettlementFacts(row);
  const hasDifferences = row.way === 'LINES' && row.faults + row.missingLines > 0;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          {gatewayNames(row.gateway)}
        </Text>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      <Facts facts={facts} />
      <p className={css.muted}>{t('importedBy', { who: row.importedBy })}</p>
      {row.decidedBy && (
        <p className={css.muted}>{t('decidedBy', { who: row.decidedBy, reason: row.reason ?? '' })}</p>
      )}
      {showsDifferences && <SettlementLines id={row.id} />}
      <Cluster gap={2} align="stretch" wrap className={css.ways}>
        {hasDifferences && (
          <Button variant="ghost" onClick={() => setShown(!showsDifferences)}>
            {t(showsDifferences ? 'hide' : 'show')}
          </Button>
        )}
        {row.state === 'OPEN' && (
          <Button disabledReason={actions.confirmDisabledReason} onClick={() => onAct(actions.confirm)}>
            {t('confirm')}
          </Button>
        )}
        {row.state !== 'DISCARDED' && (
          <Button
            variant="ghost"
            disabledReason={actions.disabledReason}
            onClick={() => onAct(actions.discard)}
          >
            {t('discard')}
          </Button>
        )}
      </Cluster>
    </Card>
  );
}

function useSettlementFacts(row: GatewaySettlement) {
  const t = useTranslations('treasury.gateways');
  const { date, digits } = useFormat();
  const renderToman = (value: string) => <Money value={value} asset="TOMAN" />;
  return [
    { key: 'reference', label: t('reference'), value: <bdi className="latin">{row.reference}</bdi> },
    { key: 'paidDay', label: t('paidDay'), value: date(row.paidDay) },
    { key: 'days', label: t('days'), value: t('span', { from: date(row.fromDay), to: date(row.toDay) }) },
    { key: 'gross', label: t('gross'), value: renderToman(row.gross) },
    { key: 'fee', label: t('fee'), value: renderToman(row.fee) },
    { key: 'net', label: t('net'), value: renderToman(row.net) },
    { key: 'found', label: t('found'), value: renderToman(row.found) },
    { key: 'difference', label: t('difference'), value: renderToman(row.difference), strong: true },
    ...(row.way === 'LINES'
      ? [
          { key: 'faults', label: t('faults'), value: digits(row.faults) },
          {
            key: 'missing',
            label: t('missing', { count: row.missingLines, shown: digits(row.missingLines) }),
            value: renderToman(row.missing),
          },
        ]
      : []),
  ];
}

function useSettlementActions({ id, way, faults, difference, importedBy }: GatewaySettlement) {
  const t = useTranslations('treasury.gateways');
  const amountText = useAmountText();
  const isOwnImport = useSession().account?.email === importedBy;
  const decide = (decision: 'CONFIRM' | 'DISCARD') => (reason: string) =>
    call<typeof decideGatewaySettlement>('POST', '/backoffice/gateway-settlements/:id', {
      params: { id },
      body: { decision, reason },
    });
  const confirm: StaffAction = {
    title: t('confirmTitle'),
    text: t('confirmText', { amount: amountText(difference, 'TOMAN') }),
    confirm: t('confirm'),
    successText: t('confirmed'),
    reasoned: true,
    run: decide('CONFIRM'),
  };
  const discard: StaffAction = {
    title: t('discardTitle'),
    text: t('discardText'),
    confirm: t('discard'),
    successText: t('discarded'),
    danger: true,
    reasoned: true,
    run: decide('DISCARD'),
  };
  const disabledReason = isOwnImport ? t('needsSecond') : null;
  return {
    confirm,
    discard,
    disabledReason,
    confirmDisabledReason: way === 'DAYS' && faults > 0 ? t('sumDiffers') : disabledReason,
  };
}
