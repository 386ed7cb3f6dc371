import type { personTimeline, TimelineEntry, TimelineKind } from '@sarraf/domain/contracts';
import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconDeviceMobile,
  IconMessages,
  IconShieldCheck,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { formatProgram } from '../../../access/visit.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FETCH_ONCE } from '../../../lib/queries/once.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { LogDetailText, useActionText } from '../log/event-words.tsx';
import { CoinAmount } from '../shared/coin-amount.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { StaffSkeleton } from '../shared/parts.tsx';
import { foldAccesses, type TimelineLine } from './story.ts';
import own from './timeline.module.css';

const PAGE_SIZE = 20;

const ICONS: Readonly<Record<TimelineKind, TablerIcon>> = {
  SIGN_UP: IconUserPlus,
  ACT: IconShieldCheck,
  NEW_DEVICE: IconDeviceMobile,
  ORDER: IconArrowsExchange,
  COIN_DEPOSIT: IconArrowDownLeft,
  BANK_DEPOSIT: IconArrowDownLeft,
  CARD_DEPOSIT: IconArrowDownLeft,
  WITHDRAWAL: IconArrowUpRight,
  TICKET: IconMessages,
};

/** All events of a person, newest first. Each page of it is logged as an access, so it is loaded only on request. */
export function Timeline({ personId, reason }: { personId: string; reason: string }) {
  const t = useTranslations('backoffice.story');
  const pages = useCursorPagination<TimelineEntry>(
    ['backoffice', 'story', personId, reason],
    (page, signal) =>
      call<typeof personTimeline>('GET', '/backoffice/people/:id/timeline', {
        params: { id: personId },
        query: { ...page, reason },
        signal,
      }),
    PAGE_SIZE,
    FETCH_ONCE,
  );
  return (
    <Card title={t('title')} aria-busy={pages.loading || undefined}>
      {pages.failed ? (
        <StaffErrorText error={pages.error} busy={pages.busy} onRetry={pages.retry} />
      ) : pages.loading ? (
        <StaffSkeleton height={320} />
      ) : (
        <>
          <ol className={own.line}>
            {foldAccesses(pages.rows).map((lines) => (
              <TimelineEntryRow key={lines.entry.id} lines={lines} />
            ))}
          </ol>
          {pages.hasMore && (
            <Button variant="ghost" size="s" busy={pages.loadingMore} onClick={pages.more}>
              {t('older')}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function TimelineEntryRow({ lines: { entry, looks } }: { lines: TimelineLine }) {
  const t = useTranslations('backoffice.story');
  const { dateTime, digits } = useFormat();
  const title = useEntryTitle();
  const { kind, at, state, actor, action, detail, amount, relatedCoin, browser, osType } = entry;
  const Icon = ICONS[kind];
  return (
    <li>
      <span className={own.icon} aria-hidden>
        <Icon size={16} />
      </span>
      <Cluster align="baseline" justify="between" wrap className={own.what}>
        <strong>
          {title(entry)}
          {looks > 1 && <small> {t('looks', { count: digits(looks) })}</small>}
        </strong>
        <time dateTime={at}>
          <bdi>{dateTime(at)}</bdi>
        </time>
      </Cluster>
      {(amount !== null || state !== null) && (
        <Cluster as="p" gap={3} rowGap={0} wrap size="sm">
          {amount !== null && relatedCoin !== null && <CoinAmount value={amount} coin={relatedCoin} />}
          {state !== null && <span className={own.state}>{t(`state.${state}`)}</span>}
        </Cluster>
      )}
      {kind === 'ACT' && (
        <p className={css.muted}>{actor ? <bdi className="latin">{actor}</bdi> : t('self')}</p>
      )}
      {kind === 'NEW_DEVICE' && (
        <p className={css.muted}>
          <bdi className="latin">{formatProgram({ browser, osType })}</bdi>
        </p>
      )}
      {action !== '' && <LogDetailText detail={detail} />}
    </li>
  );
}

function useEntryTitle(): (entry: TimelineEntry) => string {
  const t = useTranslations('backoffice.story');
  const topicWord = useTranslations('support.topic');
  const trades = useTranslations('staffFigures.money');
  const actionWord = useActionText();
  const { coin, digits } = useFormat();
  return ({ kind, action, orderType, relatedCoin, quote, topic, number }) => {
    if (kind === 'ACT') return actionWord(action);
    if (kind === 'TICKET')
      return t('kind.TICKET', { number: digits(number ?? 0), topic: topicWord(topic ?? 'OTHER') });
    if (kind === 'ORDER') {
      const names = { coin: coin(relatedCoin ?? ''), quote: coin(quote ?? '') };
      return trades(orderType?.endsWith('SELL') ? 'sell' : 'buy', names);
    }
    return t(`kind.${kind}`);
  };
}
