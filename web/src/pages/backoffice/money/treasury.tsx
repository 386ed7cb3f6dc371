import type { Reserve, readTreasury, setKillSwitch, TreasuryView } from '@sarraf/domain/contracts';
import { IconBuildingBank, IconHandStop, IconKey, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, TwoLine } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { ColdDialog } from './cold-dialog.tsx';
import { HaltedChains } from './halted-chains.tsx';
import moneyCss from './money.module.css';
import { OlderSeeds } from './older-seeds.tsx';
import { ReserveTable } from './reserve-table.tsx';

const REFRESH_MS = 15_000;

/** What the signer's journal can have lost. */
const JOURNAL_LOSSES = ['MISSING', 'CUT_OFF', 'UNKNOWN_BYTES'] as const;

/** Reserves compared with liabilities, and the switch that stops all withdrawals. */
export function Treasury() {
  const t = useTranslations('treasury.treasury');
  const [action, setAction] = useState<StaffAction | null>(null);
  const [coldReserve, setColdReserve] = useState<Reserve | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'treasury'],
    queryFn: async ({ signal }) =>
      (await call<typeof readTreasury>('GET', '/backoffice/treasury', { signal })).baseDTO,
    refetchInterval: REFRESH_MS,
  });
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={
        <LinkButton
          variant="ghost"
          size="s"
          icon={<IconKey size={18} aria-hidden />}
          to="/backoffice/treasury/keys"
        >
          {t('keys')}
        </LinkButton>
      }
    >
      {data ? (
        <>
          <WithdrawalsSwitch view={data} onAct={setAction} />
          <HaltedChains halted={data.halted} onAction={setAction} />
          <Card padding="flush" className={css.list}>
            {data.reserves.length === 0 ? (
              <EmptyState
                icon={<IconBuildingBank size={26} />}
                title={t('emptyTitle')}
                text={t('emptyText')}
              />
            ) : (
              <ReserveTable reserves={data.reserves} onMove={setColdReserve} />
            )}
          </Card>
          <OlderSeeds holdings={data.olderSeeds} />
        </>
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={360} />
      )}
      <ActionDialog act={action} onClose={() => setAction(null)} />
      <ColdDialog reserve={coldReserve} onClose={() => setColdReserve(null)} />
    </BackofficePage>
  );
}

function WithdrawalsSwitch({ view, onAct }: { view: TreasuryView; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('treasury.treasury');
  const words = useTranslations('treasury');
  const { coin, dateTime } = useFormat();
  const { stopped, signer, latch } = view;
  const formatLatchSubject = (about: string | null): string => {
    const loss = JOURNAL_LOSSES.find((candidate) => candidate === about);
    if (loss) return t(`journalLoss.${loss}`);
    return about === null ? t('latchTotal') : coin(about);
  };
  const createSwitchAction = (stop: boolean): StaffAction => ({
    title: t(stop ? 'stopTitle' : 'startTitle'),
    text: t(stop ? 'stopText' : 'startText'),
    confirm: t(stop ? 'stop' : 'start'),
    successText: t(stop ? 'stoppedToast' : 'startedToast'),
    danger: stop,
    reasoned: true,
    run: (reason) =>
      call<typeof setKillSwitch>('POST', '/backoffice/kill-switch', { body: { stopped: stop, reason } }),
  });
  return (
    <Card>
      <Cluster gap={3} justify="between" wrap>
        <TwoLine as="div">
          <span className={stopped ? moneyCss.stopped : moneyCss.running}>
            {t(stopped ? 'stopped' : 'running')}
          </span>
          {stopped && (
            <small>
              {stopped.reason} ·{' '}
              {stopped.by === ''
                ? dateTime(stopped.at)
                : words('by', { who: stopped.by, time: dateTime(stopped.at) })}
            </small>
          )}
          <small>
            {t('signer')}: {t(signer)}
            {latch && ` · ${dateTime(latch.at)}`}
          </small>
          {latch && <small>{t(`latch.${latch.reason}`, { about: formatLatchSubject(latch.about) })}</small>}
        </TwoLine>
        {stopped ? (
          <Button
            icon={<IconPlayerPlay size={18} aria-hidden />}
            onClick={() => onAct(createSwitchAction(false))}
          >
            {t('start')}
          </Button>
        ) : (
          <Button
            variant="danger"
            icon={<IconHandStop size={18} aria-hidden />}
            onClick={() => onAct(createSwitchAction(true))}
          >
            {t('stop')}
          </Button>
        )}
      </Cluster>
    </Card>
  );
}
