import type { ProgramKey } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { protectFigures } from '../../ui/values/protect-figures.tsx';
import css from './api-keys.module.css';
import type { KeyChange } from './change-key.tsx';

interface KeyRowProps {
  row: ProgramKey;
  onChange: (change: KeyChange) => void;
}

/** One key: its permissions, allowed addresses, expiry and last use. */
export function KeyRow({ row, onChange }: KeyRowProps) {
  const t = useTranslations('apiKeys');
  const { label, id, state, permissions } = row;
  return (
    <li className={css.key}>
      <Stack gap={2} shrink>
        <Cluster gap={2} rowGap="line" wrap>
          <bdi className={css.name}>{label}</bdi>
          <span className={cx(css.state, state === 'EXPIRED' && css.expired)}>{t(`state.${state}`)}</span>
        </Cluster>
        <Cluster gap={2} rowGap="line" wrap>
          {permissions.map((permission) => (
            <span key={permission} className={css.permission}>
              {t(`permission.${permission}.name`)}
            </span>
          ))}
        </Cluster>
        <Cluster gap={1} size="s" className={css.id}>
          <code className="latin">{id}</code>
          <CopyButton text={id} label={t('copyId')} />
        </Cluster>
        <KeyFacts row={row} />
      </Stack>
      <Cluster gap={2} wrap>
        <Button
          variant="text"
          size="s"
          aria-label={t('changeOf', { label })}
          onClick={() => onChange({ row, kind: 'CHANGE' })}
        >
          {t('change')}
        </Button>
        <Button
          variant="text"
          size="s"
          aria-label={t('revokeOf', { label })}
          onClick={() => onChange({ row, kind: 'REVOKE' })}
        >
          {t('revoke')}
        </Button>
      </Cluster>
    </li>
  );
}

function KeyFacts({ row }: { row: ProgramKey }) {
  const t = useTranslations('apiKeys');
  const { dateTime, date, money } = useFormat();
  const { kind, addresses, withdrawalLimit, expiresAtDateTime, withdrawsFromDateTime } = row;
  const { lastUsedAtDateTime, lastIpAddress } = row;
  const isPending = withdrawsFromDateTime !== null && Date.parse(withdrawsFromDateTime) > Date.now();
  return (
    <Cluster as="p" gap={4} rowGap={0} align="stretch" wrap size="s" tone="soft">
      <span>{t(`kind.${kind}.short`)}</span>
      <span>
        {lastUsedAtDateTime === null ? t('unused') : t('used', { time: dateTime(lastUsedAtDateTime) })}
        {lastIpAddress !== null && (
          <>
            {' '}
            <bdi className="latin">{lastIpAddress}</bdi>
          </>
        )}
      </span>
      <span>{expiresAtDateTime === null ? t('endless') : t('ends', { time: date(expiresAtDateTime) })}</span>
      {withdrawalLimit !== null && (
        <span>{protectFigures(t('withdrawsAtMost', { amount: money(withdrawalLimit, 'TOMAN') }))}</span>
      )}
      {isPending && <span>{t('withdrawsFrom', { time: dateTime(withdrawsFromDateTime) })}</span>}
      <span>
        {addresses.length === 0 ? t('anywhere') : t('from')}{' '}
        {addresses.length > 0 && <bdi className="latin">{addresses.join(', ')}</bdi>}
      </span>
    </Cluster>
  );
}
