import type { Recovery } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import cards from '../shared/cards.module.css';
import css from '../shared/parts.module.css';
import { getPersonPath, type PersonAccess } from '../shared/visit.ts';
import recoveriesCss from './recoveries.module.css';

const STATES = {
  OPEN: { icon: IconClockHour4, look: css.waiting },
  CONFIRMED: { icon: IconCircleCheck, look: css.good },
  CANCELLED: { icon: IconCircleX, look: css.waiting },
};

const VISIT_STATE: PersonAccess = { reason: 'recovery', from: 'recoveries', queue: null };

export type RecoveryActionKind = 'confirm' | 'cancel';

interface RecoveryCardProps {
  recovery: Recovery;
  onAction: (act: RecoveryActionKind) => void;
}

/** One account recovery: what was lost, how the person proved their identity, and who has to decide. */
export function PersonRecoveryCard({ recovery, onAction }: RecoveryCardProps) {
  const t = useTranslations('backoffice');
  const format = useFormat();
  const { personId, name, email, kind, newEmail, evidence, state, startedBy, decidedBy, own } = recovery;
  const { icon: Icon, look } = STATES[state];
  const renderTrail = (key: 'startedBy' | 'confirmedBy' | 'cancelledBy', who: string, at: string) => (
    <span>{t(`recovery.${key}`, { who: isolateText(who), time: isolateText(format.dateTime(at)) })}</span>
  );
  return (
    <Card className={cards.card}>
      <Cluster gap={3} align="start" justify="between" className={cards.head}>
        <div>
          <h2>{name || t('noName')}</h2>
          <p className={css.muted}>
            <bdi className="latin">{email}</bdi>
          </p>
        </div>
        <span className={cx(css.state, look)}>
          <Icon size={18} aria-hidden />
          {t(`recovery.${state}`)}
        </span>
      </Cluster>
      <div>
        <Text weight={600}>{t(`recovery.${kind}`)}</Text>
        {newEmail && (
          <p>
            {t('recovery.toNewEmail')}: <bdi className="latin">{newEmail}</bdi>
          </p>
        )}
      </div>
      <p className={recoveriesCss.evidence} dir="auto">
        {evidence}
      </p>
      <Stack as="p" size="s" tone="faint">
        {renderTrail('startedBy', startedBy, recovery.createdAtDateTime)}
        {recovery.decidedAtDateTime &&
          renderTrail(
            state === 'CONFIRMED' ? 'confirmedBy' : 'cancelledBy',
            decidedBy,
            recovery.decidedAtDateTime,
          )}
      </Stack>
      <div className={recoveriesCss.ways}>
        {state === 'OPEN' && (
          <>
            <Button disabledReason={own ? t('recovery.ownReason') : null} onClick={() => onAction('confirm')}>
              {t('recovery.confirm')}
            </Button>
            <Button variant="ghost" onClick={() => onAction('cancel')}>
              {t('recovery.cancel')}
            </Button>
          </>
        )}
        <LinkButton
          to={getPersonPath(personId)}
          state={VISIT_STATE}
          variant="text"
          className={recoveriesCss.own}
        >
          {t('recovery.open')}
        </LinkButton>
      </div>
    </Card>
  );
}

/** Isolates an address or a time within a sentence of the other text direction. */
const isolateText = (text: string): string => `\u2068${text}\u2069`;
