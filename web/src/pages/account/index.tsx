import type { Account } from '@sarraf/domain/contracts';
import { IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { HoldBanner } from '../../access/hold-banner.tsx';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { isIranian } from '../../lib/format/countries.ts';
import { useNotices } from '../../lib/notices.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import css from './account.module.css';
import { BankCard } from './bank/bank-card.tsx';
import { CompanyCard } from './company-card.tsx';
import type { ContactKind } from './contact/contact.ts';
import { ContactModal } from './contact/contact-modal.tsx';
import { CountryModal } from './country-modal.tsx';
import { CompanyDetails, PersonDetails } from './details.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { AccountForm } from './form/account-form.tsx';
import { LevelCard } from './level-card.tsx';
import { UnlockedFeaturesCard } from './opens-card.tsx';
import { ProfileImage } from './profile-image.tsx';
import { fullAccountQuery, idFormatsQuery } from './queries.ts';
import { canChangeContact, canEdit } from './status.ts';
import { VerificationCard } from './verification-card.tsx';

export function Page() {
  const t = useTranslations('account');
  useTitle(t('title'));
  const { data: account, error, refetch, isFetching } = useQuery(fullAccountQuery);
  const { text } = useErrorMessages();
  return (
    <main>
      <h1 className={css.title}>{t('title')}</h1>
      {account && <AccountSections account={account} />}
      {!account && error && (
        <Card>
          <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      )}
      {!account && !error && <AccountSkeleton />}
    </main>
  );
}

function AccountSections({ account }: { account: Account }) {
  const type = account.authenticationType;
  const editable = canEdit(type);
  const [contact, setContact] = useState<ContactKind | null>(null);
  const [country, setCountry] = useState(editable && account.location === null);
  // The dialog that explains the redirect (guard rule 5) is read first; the country is asked for after it.
  const explained = useNotices().dialog !== null;
  const closeContact = useCallback(() => setContact(null), []);
  const closeCountry = useCallback(() => setCountry(false), []);
  return (
    <>
      <div className={css.grid}>
        <div className={css.column}>
          <HoldBanner account={account} />
          <VerificationCard account={account} />
          {editable ? (
            <AccountFormLoader
              account={account}
              onChangeCountry={() => setCountry(true)}
              onChangeContact={setContact}
            />
          ) : (
            <ReadOnlyAccount account={account} onChangeContact={setContact} />
          )}
        </div>
        <div className={css.side}>
          <LevelCard account={account} />
          {type !== 'AUTHORIZED' && <UnlockedFeaturesCard />}
          {type === 'AUTHORIZED' && <ProfileImage account={account} />}
          {type === 'AUTHORIZED' && account.customerKind !== 'COMPANY' && <CompanyCard />}
        </div>
      </div>
      <ContactModal what={contact} account={account} onClose={closeContact} />
      {editable && <CountryModal open={country && !explained} account={account} onClose={closeCountry} />}
    </>
  );
}

interface FormProps {
  account: Account;
  onChangeCountry: () => void;
  onChangeContact: (what: ContactKind) => void;
}

function AccountFormLoader({ account, ...rest }: FormProps) {
  const t = useTranslations('account.country');
  const { text } = useErrorMessages();
  const { data: idFormats, error, refetch, isFetching } = useQuery(idFormatsQuery);
  if (!account.location) {
    return (
      <Card>
        <EmptyState
          icon={<IconWorld size={26} />}
          title={t('missing')}
          text={t('missingText')}
          action={<Button onClick={rest.onChangeCountry}>{t('open')}</Button>}
        />
      </Card>
    );
  }
  if (!idFormats && error) {
    return (
      <Card>
        <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!idFormats) return <FormSkeleton />;
  // Another state remounts the form with the server's data.
  const key = `${account.id} ${account.authenticationType}`;
  return <AccountForm key={key} account={account} idFormats={idFormats} {...rest} />;
}

/** The data of a person whose form is closed, with the few changes that are still possible. */
function ReadOnlyAccount({
  account,
  onChangeContact,
}: {
  account: Account;
  onChangeContact: (what: ContactKind) => void;
}) {
  const type = account.authenticationType;
  const inReview = type === 'PENDING' || type === 'INFORMATION_CHANGED_PENDING';
  return (
    <>
      <PersonDetails account={account} onChangeContact={inReview ? null : onChangeContact} />
      {account.customerKind === 'COMPANY' && <CompanyDetails account={account} />}
      {isIranian(account.location) && <BankCard account={account} editable={canChangeContact(type)} />}
      {inReview && <DocumentsCard account={account} />}
    </>
  );
}

function AccountSkeleton() {
  return (
    <div className={css.grid} aria-busy>
      <div className={css.column}>
        <Card>
          <Skeleton width={180} height={26} />
          <Skeleton height={190} className={css.waiting} />
        </Card>
        <FormSkeleton />
      </div>
      <div className={css.side}>
        <Card>
          <Skeleton width={140} height={22} />
          <Skeleton height={170} className={css.waiting} />
        </Card>
      </div>
    </div>
  );
}

function FormSkeleton() {
  return (
    <Card>
      <Skeleton width={140} height={22} />
      <Skeleton height={420} className={css.waiting} />
    </Card>
  );
}
