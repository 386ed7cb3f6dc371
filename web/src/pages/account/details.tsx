import type { Account } from '@sarraf/domain/contracts';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isIranian, useCountryName } from '../../lib/format/countries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { ChangeLink } from '../../ui/buttons/change-link.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './account.module.css';

interface DetailsProps {
  account: Account;
  /** Null: e-mail and mobile can't be changed now. */
  onChangeContact: ((what: 'email' | 'mobile') => void) | null;
}

/** The person's data, read-only and masked by the server. */
export function PersonDetails({ account, onChangeContact }: DetailsProps) {
  const t = useTranslations('account');
  const { date } = useFormat();
  const country = useCountryName()(account.location?.countryName ?? '');
  const inIran = isIranian(account.location);
  const renderLtr = (text: string) => text && <bdi dir="ltr">{text}</bdi>;
  const renderChangeable = (value: ReactNode, what: 'email' | 'mobile') => (
    <Cluster as="span" inline gap={3} rowGap={1} align="stretch" justify="end" wrap>
      {value}
      {onChangeContact && <ChangeLink text={t('details.change')} onClick={() => onChangeContact(what)} />}
    </Cluster>
  );
  const facts = listKnownFacts(
    {
      name: `${account.firstName} ${account.lastName}`.trim(),
      kind: account.customerKind && t(`kinds.${account.customerKind}`),
      nationalCode: renderLtr(account.nationalCode),
      birthDay: account.birthDay && <bdi>{date(account.birthDay)}</bdi>,
      email: renderChangeable(renderLtr(account.email), 'email'),
      mobile: renderChangeable(renderLtr(account.mobileNumber) || t('details.noValue'), 'mobile'),
      place: account.state
        ? t.rich('details.placeIn', {
            country,
            state: account.state,
            city: account.city,
            b: (chunks) => <bdi>{chunks}</bdi>,
          })
        : country,
      address: account.address,
      postalCode: renderLtr(account.postalCode),
      telephone: renderLtr(account.telephone),
    },
    {
      name: t('details.name'),
      kind: t('field.customerKind'),
      nationalCode: t(inIran ? 'field.nationalCode' : 'field.nationalId'),
      birthDay: t('field.birthDay'),
      email: t('field.email'),
      mobile: t('field.mobileNumber'),
      place: t('details.place'),
      address: t('field.address'),
      postalCode: t('field.postalCode'),
      telephone: t('field.telephone'),
    },
  );
  return (
    <Card title={t('details.person')}>
      <Facts facts={facts} className={css.details ?? ''} />
      <p className={css.locked}>{t('details.locked')}</p>
    </Card>
  );
}

export function CompanyDetails({ account }: { account: Account }) {
  const t = useTranslations('account');
  const renderLtr = (text: string) => text && <bdi dir="ltr">{text}</bdi>;
  const inIran = isIranian(account.location);
  const facts = listKnownFacts(
    {
      name: account.companyName,
      id: renderLtr(account.companyNationalId),
      phone: renderLtr(account.companyPhone),
      address: account.companyAddress,
    },
    {
      name: t('field.companyName'),
      id: t(inIran ? 'field.companyNationalId' : 'field.companyRegistration'),
      phone: t('field.companyPhone'),
      address: t('field.companyAddress'),
    },
  );
  if (facts.length === 0) return null;
  return (
    <Card title={t('part.company')}>
      <Facts facts={facts} className={css.details ?? ''} />
    </Card>
  );
}

/** Omits unknown values. */
function listKnownFacts<K extends string>(values: Record<K, ReactNode>, labels: Record<K, string>) {
  return (Object.keys(values) as K[]).flatMap((key) =>
    values[key] ? [{ key, label: labels[key], value: values[key] }] : [],
  );
}
