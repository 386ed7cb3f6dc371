import type { ApiLevel, PersonMoney, setApiLevel, setSupervisor } from '@sarraf/domain/contracts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Text } from '../../../ui/layout/layout.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import own from './people.module.css';

interface LevelCardProps {
  money: PersonMoney;
  personId: string;
}

/** The level, the trading volume that determines it, and the market maker flag, which an admin sets. */
export function PersonLevelCard({ money: { level, apiLevel, volume, next }, personId }: LevelCardProps) {
  const t = useTranslations('staffFigures.money');
  const levelWord = useTranslations('profile.level');
  const { percent, money } = useFormat();
  const { admin } = useRights();
  const ownFile = useSession().account?.id === personId;
  const [action, setAction] = useState<StaffAction | null>(null);
  const supervisor = level === 'SUPERVISOR';
  const marketMakerAction = useMarketMakerAction(personId, !supervisor);
  const apiLevelAction = useApiLevelAction(personId, apiLevel);
  return (
    <Card
      title={t('level')}
      className={own.stack}
      aside={
        <Button
          variant="ghost"
          size="s"
          disabledReason={admin ? (ownFile ? t('own') : null) : t('byAdmin')}
          onClick={() => setAction(marketMakerAction)}
        >
          {t(supervisor ? 'unmake' : 'make')}
        </Button>
      }
    >
      <Text size="l" weight={600}>
        {levelWord(level)}
      </Text>
      <Cluster as="p" gap={3} rowGap="line" align="baseline" justify="between" wrap>
        <span className={css.muted}>{t('volume')}</span>
        <Money value={volume} asset="TOMAN" decimals={0} />
      </Cluster>
      {next && (
        <>
          <ProgressBar done={next.percent} of={100} label={t('progress', { level: levelWord(next.level) })} />
          <p className={css.muted}>
            {t('toNext', {
              level: levelWord(next.level),
              percent: percent(String(next.percent)),
              amount: money(next.from, 'TOMAN'),
            })}
          </p>
        </>
      )}
      {!next && <p className={css.muted}>{t(supervisor ? 'supervisor' : 'top')}</p>}
      <Cluster gap={3} justify="between" wrap>
        <span>{t(`apiLevel.${apiLevel}`)}</span>
        <Button
          variant="ghost"
          size="s"
          disabledReason={admin ? (ownFile ? t('own') : null) : t('byAdmin')}
          onClick={() => setAction(apiLevelAction)}
        >
          {t(apiLevel === 'STANDARD' ? 'apiMore' : 'apiLess')}
        </Button>
      </Cluster>
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </Card>
  );
}

function useMarketMakerAction(personId: string, supervisor: boolean): StaffAction {
  const t = useTranslations('staffFigures.money');
  return {
    title: t(supervisor ? 'makeTitle' : 'unmakeTitle'),
    text: t(supervisor ? 'makeText' : 'unmakeText'),
    confirm: t(supervisor ? 'make' : 'unmake'),
    successText: t(supervisor ? 'made' : 'unmade'),
    danger: !supervisor,
    reasoned: true,
    run: (reason) =>
      call<typeof setSupervisor>('POST', '/backoffice/people/:id/supervisor', {
        params: { id: personId },
        body: { supervisor, reason },
      }),
  };
}

/** Switches to the other API level. */
function useApiLevelAction(personId: string, now: ApiLevel): StaffAction {
  const t = useTranslations('staffFigures.money');
  const more = now === 'STANDARD';
  return {
    title: t(more ? 'apiMoreTitle' : 'apiLessTitle'),
    text: t(more ? 'apiMoreText' : 'apiLessText'),
    confirm: t(more ? 'apiMore' : 'apiLess'),
    successText: t('apiSet'),
    danger: !more,
    reasoned: true,
    run: (reason) =>
      call<typeof setApiLevel>('POST', '/backoffice/people/:id/api-level', {
        params: { id: personId },
        body: { level: more ? 'MARKET_MAKER' : 'STANDARD', reason },
      }),
  };
}
