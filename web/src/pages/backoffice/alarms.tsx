import type { AlarmsView, AlarmView, acknowledgeAlarm, readAlarms, setDuty } from '@sarraf/domain/contracts';
import { IconBellRinging, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack, TwoLine } from '../../ui/layout/layout.tsx';
import alarmCss from './alarms.module.css';
import { ActionDialog, type StaffAction } from './shared/action-dialog.tsx';
import { BackofficePage } from './shared/backoffice-page.tsx';
import { getCheckFreshness } from './shared/check-freshness.ts';
import { StaffErrorText } from './shared/error-text.tsx';
import css from './shared/parts.module.css';
import { StaffSkeleton } from './shared/parts.tsx';
import { useAlarmText } from './shared/use-alarm-line.ts';

const REFRESH_MS = 5_000;
const QUERY = ['backoffice', 'alarms'];

/** Problems of the exchange itself, who was notified, and who has acknowledged them. */
export function AlarmsPage() {
  const t = useTranslations('staffAlarms');
  const [action, setAction] = useState<StaffAction | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: QUERY,
    queryFn: async ({ signal }) =>
      (await call<typeof readAlarms>('GET', '/backoffice/alarms', { signal })).baseDTO,
    refetchInterval: REFRESH_MS,
  });
  return (
    <BackofficePage title={t('title')} lead={t('lead')} busy={!data && !error}>
      {data ? (
        <AlarmBoard view={data} onAction={setAction} />
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={280} />
      )}
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </BackofficePage>
  );
}

interface OnAct {
  onAction: (act: StaffAction) => void;
}

function AlarmBoard({ view, onAction }: { view: AlarmsView } & OnAct) {
  const t = useTranslations('staffAlarms');
  const openAlarms = view.alarms.filter(({ clearedAt }) => clearedAt === null);
  const endedAlarms = view.alarms.filter(({ clearedAt }) => clearedAt !== null);
  return (
    <>
      {getCheckFreshness(view.lookedAt) !== 'SEEING' && <StaleChecksNotice at={view.lookedAt} />}
      {openAlarms.length > 0 ? (
        <AlarmState view={view} open={openAlarms} />
      ) : (
        <NoAlarmsNotice at={view.lookedAt} />
      )}
      {openAlarms.map((alarm) => (
        <OpenAlarm key={alarm.id} alarm={alarm} view={view} onAction={onAction} />
      ))}
      <DutyCard view={view} onAction={onAction} />
      <Card>
        <Stack gap={3} as="section" aria-label={t('overTitle')}>
          <strong>{t('overTitle')}</strong>
          {endedAlarms.length === 0 ? (
            <p className={css.muted}>{t('overEmpty')}</p>
          ) : (
            endedAlarms.map((alarm) => <EndedAlarm key={alarm.id} alarm={alarm} view={view} />)
          )}
        </Stack>
      </Card>
    </>
  );
}

/** Warning that the checks are not running: current problems are unknown, regardless of the list below. */
function StaleChecksNotice({ at }: { at: string | null }) {
  const t = useTranslations('staffAlarms');
  const { dateTime } = useFormat();
  return (
    <Card role="alert">
      <EmptyState
        icon={<IconEyeOff size={26} />}
        title={t('blindTitle')}
        text={at === null ? t('never') : t('blind', { time: dateTime(at) })}
      />
    </Card>
  );
}

function NoAlarmsNotice({ at }: { at: string | null }) {
  const t = useTranslations('staffAlarms');
  const { dateTime } = useFormat();
  if (at === null || getCheckFreshness(at) !== 'SEEING') return null;
  return (
    <Card>
      <EmptyState icon={<IconBellRinging size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
      <p className={alarmCss.looked}>
        <small className={css.muted}>{t('looked', { time: dateTime(at) })}</small>
      </p>
    </Card>
  );
}

function AlarmState({ view: { lookedAt }, open }: { view: AlarmsView; open: readonly AlarmView[] }) {
  const t = useTranslations('staffAlarms');
  const { dateTime, digits } = useFormat();
  const waiting = open.filter(({ acknowledged }) => !acknowledged).length;
  return (
    <Card aria-live="polite">
      <TwoLine as="div">
        <strong className={waiting > 0 ? css.bad : undefined}>
          {t('open', { count: digits(String(open.length)) })}
        </strong>
        <small>
          {waiting === 0 ? t('allAcknowledged') : t('unacknowledged', { count: digits(String(waiting)) })}
        </small>
        {lookedAt !== null && (
          <small className={css.muted}>{t('looked', { time: dateTime(lookedAt) })}</small>
        )}
      </TwoLine>
    </Card>
  );
}

function OpenAlarm({ alarm, view, onAction }: { alarm: AlarmView; view: AlarmsView } & OnAct) {
  const t = useTranslations('staffAlarms');
  const { dateTime, digits } = useFormat();
  const line = useAlarmText();
  const { id, severity, raisedAt, acknowledged, acknowledgements, nextStepAt } = alarm;
  const acknowledge: StaffAction = {
    title: t('acknowledgeTitle'),
    text: t('acknowledgeText', { hours: digits(String(view.remindHours)) }),
    confirm: t('acknowledge'),
    successText: t('acknowledged'),
    reasoned: { label: t('note'), hint: t('noteHint'), needed: t('noteNeeded') },
    run: (note) =>
      call<typeof acknowledgeAlarm>('POST', '/backoffice/alarms/:id/acknowledge', {
        params: { id },
        body: { note },
      }),
  };
  const [last] = acknowledgements;
  return (
    <Card>
      <Stack gap={3} as="article">
        <Cluster gap={3} justify="between" wrap>
          <TwoLine
            as="div"
            className={cx(alarmCss.line, severity === 'PAGE' && !acknowledged && alarmCss.urgent)}
          >
            <strong className={acknowledged ? undefined : css.bad}>{line(alarm)}</strong>
            <small>
              {t(severity)} · {t('since', { time: dateTime(raisedAt) })}
            </small>
            {nextStepAt !== null && (
              <small>{t(acknowledged ? 'again' : 'next', { time: dateTime(nextStepAt) })}</small>
            )}
          </TwoLine>
          {!acknowledged && <Button onClick={() => onAction(acknowledge)}>{t('acknowledge')}</Button>}
        </Cluster>
        {acknowledged && last && <AcknowledgementNote {...last} />}
        <RunbookLink alarm={alarm} runbook={view.runbook} />
        <AlarmHistory alarm={alarm} />
      </Stack>
    </Card>
  );
}

function EndedAlarm({ alarm, view }: { alarm: AlarmView; view: AlarmsView }) {
  const t = useTranslations('staffAlarms');
  const { dateTime } = useFormat();
  const line = useAlarmText();
  const { raisedAt, clearedAt, acknowledgements } = alarm;
  return (
    <Stack gap={2} as="article" className={alarmCss.line}>
      <TwoLine as="div">
        <span>{line(alarm)}</span>
        <small>{t('over', { from: dateTime(raisedAt), to: dateTime(clearedAt ?? raisedAt) })}</small>
      </TwoLine>
      {acknowledgements.map((acknowledgement) => (
        <AcknowledgementNote key={acknowledgement.at} {...acknowledgement} />
      ))}
      <RunbookLink alarm={alarm} runbook={view.runbook} />
      <AlarmHistory alarm={alarm} />
    </Stack>
  );
}

function AcknowledgementNote({ by, at, note }: AlarmView['acknowledgements'][number]) {
  const t = useTranslations('staffAlarms');
  const { dateTime } = useFormat();
  return (
    <p className={cx(css.muted, alarmCss.note)}>
      <bdi>{note}</bdi> · {t('taken', { who: `\u2066${by}\u2069`, time: dateTime(at) })}
    </p>
  );
}

/** Path in the source repository. */
const RUNBOOK_PATH = 'docs/runbook.md';

/** Links to a section of the runbook: RESERVE_SHORT is the section ReserveShort. */
function RunbookLink({ alarm: { kind }, runbook }: { alarm: AlarmView; runbook: string | null }) {
  const t = useTranslations('staffAlarms');
  const section = `#${kind.replaceAll('_', '').toLowerCase()}`;
  return (
    <small className={css.muted}>
      {runbook === null ? (
        <>
          {t('runbook')}: <bdi className="latin">{`${RUNBOOK_PATH}${section}`}</bdi>
        </>
      ) : (
        <a href={`${runbook}${section}`} target="_blank" rel="noreferrer">
          {t('runbook')}
        </a>
      )}
    </small>
  );
}

function AlarmHistory({ alarm: { messages } }: { alarm: AlarmView }) {
  const t = useTranslations('staffAlarms');
  const { dateTime, digits } = useFormat();
  return (
    <details className={alarmCss.history}>
      <summary>
        {t('history')} ({digits(String(messages.length))})
      </summary>
      {messages.length === 0 ? (
        <p className={css.muted}>{t('nobody')}</p>
      ) : (
        <Stack gap={2} as="ul" className={css.list}>
          {messages.map(({ step, way, to, at, sentAt, tries, state, fault: errorText }) => (
            <li key={`${at} ${way} ${to}`}>
              <TwoLine as="div">
                <span>
                  {t('step', { step: digits(String(step)) })} · {t(`way.${way}`)} ·{' '}
                  {to === null ? t('settings') : <bdi className="latin">{to}</bdi>}
                </span>
                <small className={state === 'GIVEN_UP' ? css.bad : undefined}>
                  {t(`state.${state}`, { time: dateTime(sentAt ?? at), tries: digits(String(tries)) })}
                </small>
                {errorText !== null && (
                  <small className="latin" dir="ltr">
                    {errorText}
                  </small>
                )}
              </TwoLine>
            </li>
          ))}
        </Stack>
      )}
    </details>
  );
}

function DutyCard({ view: { onDuty, me, ways, escalateMinutes }, onAction }: { view: AlarmsView } & OnAct) {
  const t = useTranslations('staffAlarms');
  const { digits } = useFormat();
  const text = t('dutyText', { minutes: digits(String(escalateMinutes)) });
  const change: StaffAction = {
    title: t(me ? 'goOff' : 'goOn'),
    text,
    confirm: t(me ? 'goOff' : 'goOn'),
    successText: t(me ? 'wentOff' : 'wentOn'),
    alert: true,
    run: () => call<typeof setDuty>('POST', '/backoffice/alarms/duty', { body: { on: !me } }),
  };
  return (
    <Card>
      <Cluster gap={3} justify="between" wrap as="section" aria-label={t('dutyTitle')}>
        <TwoLine as="div">
          <strong>{t('dutyTitle')}</strong>
          {onDuty.map((email) => (
            <span key={email}>
              <bdi className="latin">{email}</bdi>
            </span>
          ))}
          <small>{onDuty.length === 0 ? t('dutyNobody') : text}</small>
          <small>{t('dutyWays', { ways: ways.map((way) => t(`way.${way}`)).join(' · ') })}</small>
        </TwoLine>
        <Button variant="ghost" onClick={() => onAction(change)}>
          {t(me ? 'goOff' : 'goOn')}
        </Button>
      </Cluster>
    </Card>
  );
}
