import type { Account } from '@sarraf/domain/contracts';
import { IconBook2 } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { AddressBookCard } from '../../address-book/address-book-card.tsx';
import { standing } from '../../lib/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The saved addresses of who may withdraw. */
export function BookCard({ account }: { account: Account }) {
  const t = useTranslations();
  if (standing(account).authorized) return <AddressBookCard />;
  return (
    <Card title={t('withdraw.addressBook.title')}>
      <EmptyState
        icon={<IconBook2 size={26} />}
        title={t('withdraw.addressBook.empty')}
        text={t('settings.book.text')}
        action={<LinkButton to="/profile/account">{t('settings.book.action')}</LinkButton>}
      />
    </Card>
  );
}
