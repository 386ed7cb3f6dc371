import type { PersonEvent } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { DetailWords, useActionWord } from '../log/event-words.tsx';
import css from '../shared/parts.module.css';
import eventsCss from './events.module.css';

/** What happened to this account and who looked at it, newest first. */
export function Events({ events }: { events: readonly PersonEvent[] }) {
  const t = useTranslations('backoffice.audit');
  const format = useFormat();
  const actionWord = useActionWord();
  return (
    <Card title={t('personTitle')}>
      {events.length === 0 ? (
        <p className={css.muted}>{t('personNone')}</p>
      ) : (
        <ol className={eventsCss.line}>
          {events.map(({ id, action, actor, detail, at }) => (
            <li key={id}>
              <Cluster align="baseline" justify="between" wrap className={eventsCss.what}>
                <strong>{actionWord(action)}</strong>
                <time dateTime={at}>
                  <bdi>{format.dateTime(at)}</bdi>
                </time>
              </Cluster>
              <p className={css.muted}>{actor ? <bdi className="latin">{actor}</bdi> : t('self')}</p>
              <DetailWords detail={detail} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
