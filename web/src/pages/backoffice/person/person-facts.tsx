import type { Account, PersonDetail } from '@sarraf/domain/contracts';
import { IconCircleCheck, IconCircleDashed, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCountryName } from '../../../lib/format/countries.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Text, TwoLine } from '../../../ui/layout/layout.tsx';
import { countYearsBetween } from '../shared/ago.ts';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import factsCss from './person-facts.module.css';

/** The person's own statements, in the groups in which they are compared with the documents. */
export function PersonFacts({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  return (
    <>
      <IdentityFacts account={account} />
      <ContactFacts account={account} />
      {account.customerKind === 'COMPANY' && (
        <Card title={t('company')}>
          <CompanyFacts company={account} />
        </Card>
      )}
    </>
  );
}

/** Data of the account. */
export function AccountFacts({ file }: { file: PersonDetail }) {
  const t = useTranslations('backoffice.person');
  return (
    <Card title={t('account')}>
      <Facts className={factsCss.facts} facts={useAccountFacts(file)} />
    </Card>
  );
}

function IdentityFacts({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  const { kyc } = useRights();
  const text = useFactText();
  return (
    <Card title={t('identity')}>
      <Facts
        className={factsCss.facts}
        facts={[
          { key: 'firstName', label: t('firstName'), value: text(account.firstName) },
          { key: 'lastName', label: t('lastName'), value: text(account.lastName) },
          {
            key: 'nationalCode',
            label: t('nationalCode'),
            value: kyc ? (
              <CopyableValue text={account.nationalCode} what={t('nationalCode')} />
            ) : (
              <HiddenValue />
            ),
          },
          {
            key: 'birthDay',
            label: t('birthDay'),
            value: kyc ? <BirthdayValue day={account.birthDay} /> : <HiddenValue />,
          },
          {
            key: 'idFormatType',
            label: t('idFormatType'),
            value: account.idFormatType ? t(`idFormat.${account.idFormatType}`) : <NoValue />,
          },
        ]}
      />
    </Card>
  );
}

function ContactFacts({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  const { kyc } = useRights();
  const countryName = useCountryName();
  const text = useFactText();
  const place = [account.state, account.city].filter(Boolean).join(' · ');
  return (
    <Card title={t('contact')}>
      <Facts
        className={factsCss.facts}
        facts={[
          {
            key: 'email',
            label: t('email'),
            value: <CopyableValue text={account.email} what={t('email')} />,
          },
          { key: 'mobile', label: t('mobile'), value: <MobileValue account={account} /> },
          { key: 'telephone', label: t('telephone'), value: <LtrText text={account.telephone} /> },
          { key: 'country', label: t('country'), value: text(countryName(account.countryName)) },
          { key: 'place', label: t('place'), value: kyc ? text(place) : <HiddenValue /> },
          { key: 'address', label: t('address'), value: kyc ? text(account.address) : <HiddenValue /> },
          {
            key: 'postalCode',
            label: t('postalCode'),
            value: kyc ? <LtrText text={account.postalCode} /> : <HiddenValue />,
          },
        ]}
      />
    </Card>
  );
}

type CompanyData = Pick<Account, 'companyName' | 'companyNationalId' | 'companyPhone' | 'companyAddress'>;

/** Data of a company account, or of an application for one. */
export function CompanyFacts({ company }: { company: CompanyData }) {
  const t = useTranslations('backoffice.person');
  const { kyc } = useRights();
  const text = useFactText();
  return (
    <Facts
      className={factsCss.facts}
      facts={[
        { key: 'name', label: t('companyName'), value: text(company.companyName) },
        {
          key: 'id',
          label: t('companyNationalId'),
          value: kyc ? (
            <CopyableValue text={company.companyNationalId} what={t('companyNationalId')} />
          ) : (
            <HiddenValue />
          ),
        },
        { key: 'phone', label: t('companyPhone'), value: <LtrText text={company.companyPhone} /> },
        {
          key: 'address',
          label: t('companyAddress'),
          value: kyc ? text(company.companyAddress) : <HiddenValue />,
        },
      ]}
    />
  );
}

function useAccountFacts({ account, createdAtDateTime, submittedAtDateTime }: PersonDetail) {
  const t = useTranslations('backoffice.person');
  const format = useFormat();
  const renderTime = (iso: string) => <bdi>{format.dateTime(iso)}</bdi>;
  const { withdrawalHoldUntil, twoStepAuthenticationType } = account;
  return [
    { key: 'twoStep', label: t('twoStep'), value: t(`method.${twoStepAuthenticationType}`) },
    { key: 'created', label: t('created'), value: renderTime(createdAtDateTime) },
    ...(submittedAtDateTime
      ? [{ key: 'submitted', label: t('submitted'), value: renderTime(submittedAtDateTime) }]
      : []),
    ...(withdrawalHoldUntil
      ? [{ key: 'hold', label: t('hold'), value: renderTime(withdrawalHoldUntil) }]
      : []),
  ];
}

const useFactText = () => (text: string) => (text ? <bdi>{text}</bdi> : <NoValue />);

function NoValue() {
  const t = useTranslations('state');
  return (
    <Text as="span" tone="faint" weight={400}>
      {t('none')}
    </Text>
  );
}

/** Stated explicitly, so that the value isn't taken as missing. */
function HiddenValue() {
  const t = useTranslations('backoffice.person');
  return (
    <Text as="span" tone="faint" weight={400} className={factsCss.line}>
      <IconEyeOff size={16} aria-hidden />
      {t('hidden')}
    </Text>
  );
}

const LtrText = ({ text }: { text: string }): ReactNode =>
  text ? <bdi className="latin">{text}</bdi> : <NoValue />;

function CopyableValue({ text, what }: { text: string; what: string }) {
  const t = useTranslations('backoffice.person');
  if (!text) return <NoValue />;
  return (
    <span className={factsCss.line}>
      <bdi className="latin">{text}</bdi>
      <CopyButton text={text} label={t('copy', { what })} />
    </span>
  );
}

function MobileValue({ account: { mobileNumber, mobileVerified } }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  if (!mobileNumber) return <NoValue />;
  const Icon = mobileVerified ? IconCircleCheck : IconCircleDashed;
  return (
    <Cluster as="span" inline justify="end" wrap className={factsCss.mobile}>
      <CopyableValue text={mobileNumber} what={t('mobile')} />
      <Cluster
        as="span"
        inline
        gap={1}
        size="s"
        weight={500}
        className={cx(mobileVerified ? css.good : css.bad)}
      >
        <Icon size={16} aria-hidden />
        {t(mobileVerified ? 'mobileVerified' : 'mobileUnverified')}
      </Cluster>
    </Cluster>
  );
}

/** The birthday in the reader's calendar, with the age, and in the other calendar as on documents. */
function BirthdayValue({ day }: { day: string }) {
  const t = useTranslations('backoffice.person');
  const { date, digits, language } = useFormat();
  const years = countYearsBetween(day, new Date().toISOString());
  if (!day || years === null) return <NoValue />;
  return (
    <TwoLine>
      <bdi>{t('age', { date: date(day), years: digits(years) })}</bdi>
      {language === 'fa' && (
        <small>
          <bdi className="latin">{day}</bdi>
        </small>
      )}
    </TwoLine>
  );
}
