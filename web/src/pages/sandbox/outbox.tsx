import type { OutboxMessage } from '@sarraf/domain/contracts';
import {
  IconAlertCircle,
  IconBrandTelegram,
  IconInbox,
  IconMail,
  IconMessage2,
  IconSearch,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { getMessageKey } from './messages.ts';
import css from './outbox.module.css';
import type { OutboxState } from './use-outbox.ts';

interface OutboxProps {
  outbox: OutboxState;
  filter: string;
  onFilter: (filter: string) => void;
}

export function Outbox({ outbox, filter, onFilter }: OutboxProps) {
  const t = useTranslations('sandbox.outbox');
  return (
    <Card title={t('title')} aria-label={t('title')} className={css.card}>
      <p className={css.lead}>{t('lead')}</p>
      <Field label={t('filter')} className={css.filter}>
        <TextInput
          type="search"
          latin
          placeholder={t('filterHint')}
          value={filter}
          onChange={(event) => onFilter(event.target.value)}
          before={<IconSearch size={18} aria-hidden />}
          after={
            filter && (
              <IconButton size="s" label={t('clear')} onClick={() => onFilter('')}>
                <IconX size={16} />
              </IconButton>
            )
          }
        />
      </Field>
      {outbox.stale && outbox.messages && (
        <Cluster as="p" gap={2} size="sm" tone="warn" className={css.stale} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {t('stale')}
        </Cluster>
      )}
      <OutboxMessages outbox={outbox} filtered={filter.trim() !== ''} />
    </Card>
  );
}

function OutboxMessages({ outbox, filtered }: { outbox: OutboxState; filtered: boolean }) {
  const t = useTranslations('sandbox.outbox');
  const failure = useErrorMessages();
  const { messages } = outbox;
  if (!messages) {
    if (outbox.stale)
      return <ErrorState text={failure.text(outbox.error)} busy={outbox.busy} onRetry={outbox.retry} />;
    return <OutboxSkeleton />;
  }
  if (messages.length === 0) {
    return (
      <EmptyState
        icon={<IconInbox size={26} />}
        title={t(filtered ? 'noMatch' : 'empty')}
        text={filtered ? undefined : t('emptyText')}
      />
    );
  }
  return (
    <Stack as="ol" aria-label={t('title')} aria-live="polite" aria-relevant="additions">
      {messages.map((message) => (
        <MessageCard key={getMessageKey(message)} message={message} />
      ))}
    </Stack>
  );
}

const CHANNELS = {
  EMAIL: IconMail,
  SMS: IconMessage2,
  WEBHOOK: IconWebhook,
  TELEGRAM: IconBrandTelegram,
};

function MessageCard({ message }: { message: OutboxMessage }) {
  const t = useTranslations('sandbox.outbox');
  const { time } = useFormat();
  const { to, channel, subject, text, code, at } = message;
  const Icon = CHANNELS[channel];
  return (
    <li className={css.message}>
      <Cluster gap={2} size="s" tone="faint">
        <Icon size={18} aria-hidden />
        <span className={css.channel}>{t(channel)}</span>
        <span className={css.to}>
          <bdi className="latin">{to}</bdi>
        </span>
        <time dateTime={at}>{time(at, true)}</time>
      </Cluster>
      <Cluster gap={4} justify="between" className={css.content}>
        {subject && <h3 dir="auto">{subject}</h3>}
        {code && (
          <Cluster gap={1} className={css.code}>
            <span className="hidden">{t('code')}</span>
            <bdi className="latin">{code}</bdi>
            <CopyButton text={code} label={t('copyCode', { code })} />
          </Cluster>
        )}
      </Cluster>
      <details className={css.text} open={!code}>
        <summary>{t('text')}</summary>
        <p dir="auto">{text.trim().replace(/\n{2,}/g, '\n')}</p>
      </details>
    </li>
  );
}

function OutboxSkeleton() {
  return (
    <Stack as="ul" aria-hidden>
      {[1, 2, 3].map((row) => (
        <li key={row} className={css.message}>
          <Skeleton width="55%" />
          <Skeleton width="80%" height={56} />
        </li>
      ))}
    </Stack>
  );
}
