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
type State = (typeof STATES)[number];

/** Settlements reported by gateways, and their differences from the payments in the ledger. */
export function GatewaySettlements() {
  const t = useTranslations('treasury.gateways');
  const [state, setState] = useState<State>('OPEN');
  const [importing, setImporting] = useState(false);
  const [act, setAct] = useState<StaffAction | null>(null);
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
        <Button icon={<IconFileImport size={18} aria-hidden />} onClick={() => setImporting(true)}>
          {t('import')}
        </Button>
      </Cluster>
      <ResourceList
        pages={pages}
        empty={{ icon: IconBuildingBank, title: t('emptyTitle'), text: t('emptyText') }}
        card={(row) => <Settlement row={row} onAct={setAct} />}
      />
      <ReportDialog open={importing} onClose={() => setImporting(false)} />
      <ActionDialog act={act} onClose={() => setAct(null)} />
    </>
  );
}

function Settlement({ row, onAct }: { row: GatewaySettlement; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.gateways');
  const named = useTranslations('wallet.gateway');
  const [shown, setShown] = useState(false);
  const acts = useActs(row);
  const facts = useSettlementFacts(row);
  const differs = row.way === 'LINES' && row.faults + row.missingLines > 0;
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <Text size="lx" weight={600}>
          {named(row.gateway)}
        </Text>
        <WaitingTime since={row.createdAtDateTime} />
      </Cluster>
      <Facts facts={facts} />
      <p className={css.muted}>{t('importedBy', { who: row.importedBy })}</p>
      {row.decidedBy && (
        <p className={css.muted}>{t('decidedBy', { who: row.decidedBy, reason: row.reason ?? '' })}</p>
      )}
      {shown && <SettlementLines id={row.id} />}
      <Cluster gap={2} align="stretch" wrap className={css.ways}>
        {differs && (
          <Button variant="ghost" onClick={() => setShown(!shown)}>
            {t(shown ? 'hide' : 'show')}
          </Button>
        )}
        {row.state === 'OPEN' && (
          <Button disabledReason={acts.confirmFault} onClick={() => onAct(acts.confirm)}>
            {t('confirm')}
          </Button>
        )}
        {row.state !== 'DISCARDED' && (
          <Button variant="ghost" disabledReason={acts.fault} onClick={() => onAct(acts.discard)}>
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
  const toman = (value: string) => <Money value={value} asset="TOMAN" />;
  return [
    { key: 'reference', label: t('reference'), value: <bdi className="latin">{row.reference}</bdi> },
    { key: 'paidDay', label: t('paidDay'), value: date(row.paidDay) },
    { key: 'days', label: t('days'), value: t('span', { from: date(row.fromDay), to: date(row.toDay) }) },
    { key: 'gross', label: t('gross'), value: toman(row.gross) },
    { key: 'fee', label: t('fee'), value: toman(row.fee) },
    { key: 'net', label: t('net'), value: toman(row.net) },
    { key: 'found', label: t('found'), value: toman(row.found) },
    { key: 'difference', label: t('difference'), value: toman(row.difference), strong: true },
    ...(row.way === 'LINES'
      ? [
          { key: 'faults', label: t('faults'), value: digits(row.faults) },
          {
            key: 'missing',
            label: t('missing', { count: row.missingLines, shown: digits(row.missingLines) }),
            value: toman(row.missing),
          },
        ]
      : []),
  ];
}

function useActs({ id, way, faults, difference, importedBy }: GatewaySettlement) {
  const t = useTranslations('treasury.gateways');
  const amountText = useAmountText();
  const own = useSession().account?.email === importedBy;
  const decide = (decision: 'CONFIRM' | 'DISCARD') => (reason: string) =>
    call<typeof decideGatewaySettlement>('POST', '/backoffice/gateway-settlements/:id', {
      params: { id },
      body: { decision, reason },
    });
  const confirm: StaffAction = {
    title: t('confirmTitle'),
    text: t('confirmText', { amount: amountText(difference, 'TOMAN') }),
    confirm: t('confirm'),
    said: t('confirmed'),
    reasoned: true,
    run: decide('CONFIRM'),
  };
  const discard: StaffAction = {
    title: t('discardTitle'),
    text: t('discardText'),
    confirm: t('discard'),
    said: t('discarded'),
    danger: true,
    reasoned: true,
    run: decide('DISCARD'),
  };
  const fault = own ? t('needsSecond') : null;
  return { confirm, discard, fault, confirmFault: way === 'DAYS' && faults > 0 ? t('sumDiffers') : fault };
}
