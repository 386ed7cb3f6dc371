import type { blockCompany, StaffCompanyDetail, unblockCompany } from '@sarraf/domain/contracts';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { AddressText } from '../../../ui/values/address-text.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import { getPersonPath } from '../shared/visit.ts';
import own from './companies.module.css';

interface StoreProps {
  store: StaffCompanyDetail;
}

/** Received minus refunded and settled equals the remaining amount. */
export function MoneyCard({ store }: StoreProps) {
  const t = useTranslations('staffCompanies');
  const renderToman = (value: string) => <Money value={value} asset="TOMAN" />;
  return (
    <Card title={t('store.money')}>
      <Facts
        facts={[
          { key: 'received', label: t('received'), value: renderToman(store.received) },
          { key: 'refunded', label: t('refunded'), value: renderToman(store.refunded) },
          { key: 'settled', label: t('settled'), value: renderToman(store.settled) },
          { key: 'receipts', label: t('receipts'), value: renderToman(store.receipts), strong: true },
        ]}
      />
      <p className={css.muted}>{t('store.receiptsHint')}</p>
    </Card>
  );
}

/** The current settlement destination, the next settlement, and pending changes. */
export function CompanySettingsCard({ store }: StoreProps) {
  const t = useTranslations('staffCompanies.store');
  const period = useTranslations('staffCompanies.periods');
  const format = useFormat();
  const networkName = useNetworkName();
  const { coinEntity, cryptoNetwork, walletAddress, tag, perTime, next } = store;
  if (coinEntity === null || cryptoNetwork === null || walletAddress === null || perTime === null)
    return (
      <Card title={t('settings')} className={own.stack}>
        <p>{t('unsetText')}</p>
      </Card>
    );
  return (
    <Card title={t('settings')} className={own.stack}>
      <Facts
        className={own.facts}
        facts={[
          { key: 'coin', label: t('coin'), value: format.coin(coinEntity) },
          { key: 'network', label: t('network'), value: networkName(cryptoNetwork) },
          { key: 'address', label: t('address'), value: <AddressText text={walletAddress} /> },
          ...(tag === null ? [] : [{ key: 'tag', label: t('tag'), value: <bdi dir="ltr">{tag}</bdi> }]),
          { key: 'period', label: t('period'), value: period(perTime) },
          ...(next === null
            ? []
            : [
                { key: 'due', label: t('due'), value: <bdi>{format.dateTime(next.dueAtDateTime)}</bdi> },
                { key: 'next', label: t('next'), value: <Money value={next.amount} asset="TOMAN" /> },
              ]),
        ]}
      />
      {store.paused && <Callout>{t('paused')}</Callout>}
      {store.change && <PendingChange change={store.change} />}
    </Card>
  );
}

function PendingChange({ change }: { change: NonNullable<StaffCompanyDetail['change']> }) {
  const t = useTranslations('staffCompanies.store');
  const format = useFormat();
  const networkName = useNetworkName();
  return (
    <Callout tone="warn" title={t('changeTitle', { time: format.dateTime(change.fromDateTime) })}>
      <p>
        {t('changeText', {
          coin: format.coin(change.coinEntity),
          network: networkName(change.cryptoNetwork),
        })}
      </p>
      <AddressText text={change.walletAddress} />
      {change.tag !== null && (
        <p>
          {t('tag')}: <bdi dir="ltr">{change.tag}</bdi>
        </p>
      )}
    </Callout>
  );
}

export function OwnerCard({ store }: StoreProps) {
  const t = useTranslations('staffCompanies.store');
  const none = useTranslations('state')('none');
  const format = useFormat();
  const { id, userId, email, phone, paymentLink } = store;
  return (
    <Card title={t('owner')} className={own.stack}>
      <Facts
        facts={[
          { key: 'email', label: t('email'), value: <bdi className="latin">{email}</bdi> },
          {
            key: 'phone',
            label: t('phone'),
            value: phone ? <bdi dir="ltr">{format.digits(phone)}</bdi> : none,
          },
          {
            key: 'link',
            label: t('link'),
            value: <CopyButton text={paymentLink} label={t('copyLink')} wide />,
          },
          { key: 'id', label: t('id'), value: <CopyableValue text={id} copy={t('copyId')} /> },
          { key: 'since', label: t('since'), value: <bdi>{format.dateTime(store.createdAtDateTime)}</bdi> },
        ]}
      />
      <LinkButton to={getPersonPath(userId)} variant="ghost" size="s">
        {t('toPerson')}
      </LinkButton>
    </Card>
  );
}

const CopyableValue = ({ text, copy }: { text: string; copy: string }) => (
  <Cluster as="span" inline gap="icon" justify="end" className={own.copied}>
    <bdi className="latin">{text}</bdi>
    <CopyButton text={text} label={copy} />
  </Cluster>
);

/** Blocks and unblocks a store, with a reason for the audit log. */
export function CompanyControl({ store }: StoreProps) {
  const t = useTranslations('staffCompanies.store');
  const unnamed = useTranslations('staffCompanies')('noName');
  const { money } = useRights();
  const me = useSession().account?.id;
  const [action, setAction] = useState<StaffAction | null>(null);
  const isBlocked = store.blockedReason !== null;
  const kind = isBlocked ? 'unblock' : 'block';
  const ask: StaffAction = {
    title: t(`${kind}Title`, { name: store.name || unnamed }),
    text: t(`${kind}Text`),
    confirm: t(kind),
    successText: t(`${kind}ed`),
    danger: !isBlocked,
    reasoned: true,
    run: (reason) => {
      const requestOptions = { params: { id: store.id }, body: { reason } };
      return isBlocked
        ? call<typeof unblockCompany>('POST', '/backoffice/companies/:id/unblock', requestOptions)
        : call<typeof blockCompany>('POST', '/backoffice/companies/:id/block', requestOptions);
    },
  };
  const disabledReason = !money ? t('byTreasury') : store.userId === me ? t('own') : null;
  return (
    <Card title={t('control')} className={own.stack}>
      <p>{t(`${kind}Text`)}</p>
      <Button
        variant={isBlocked ? 'ghost' : 'danger'}
        icon={isBlocked ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
        disabledReason={disabledReason}
        onClick={() => setAction(ask)}
      >
        {t(kind)}
      </Button>
      <ActionDialog act={action} onClose={() => setAction(null)} />
    </Card>
  );
}
