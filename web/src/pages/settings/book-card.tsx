import type { Account } from '@sarraf/domain/contracts';
import { IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AddressBookCard } from '../../address-book/address-book-card.tsx';
import { deriveAccountStatus } from '../../lib/session/session.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Card } from '../../ui/layout/card.tsx';

/**
 * The saved addresses of a person who may withdraw; while a change of their data is under review, addresses can
 * only be removed.
 */
export function SavedAddressesCard({ account }: { account: Account }) {
  const t = useTranslations();
  const { authorized } = deriveAccountStatus(account);
  if (authorized || account.authenticationType.startsWith('INFORMATION_CHANGED'))
    return <AddressBookCard closed={!authorized} />;
  return (
    <Card title={t('withdraw.addressBook.title')}>
      <EmptyState
        icon={<IconBook2 size={26} />}
        title={t('guard.title')}
        text={t('settings.book.text')}
        action={<LinkButton to="/profile/account">{t('settings.book.action')}</LinkButton>}
      />
    </Card>
  );
}
