import type { Account, PersonFile } from '@sarraf/domain/contracts';
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
import { yearsBetween } from '../shared/ago.ts';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import factsCss from './person-facts.module.css';

/** The person's own statements, in the groups in which they are compared with the documents. */
export function PersonFacts({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  return (
    <>
      <Identity account={account} />
      <Contact account={account} />
      {account.customerKind === 'COMPANY' && (
        <Card title={t('company')}>
          <CompanyFacts company={account} />
        </Card>
      )}
    </>
  );
}

/** Data of the account. */
export function AccountFacts({ file }: { file: PersonFile }) {
  const t = useTranslations('backoffice.person');
  return (
    <Card title={t('account')}>
      <Facts className={factsCss.facts} facts={useAccountFacts(file)} />
    </Card>
  );
}

function Identity({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  const { kyc } = useRights();
  const text = useText();
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
            value: kyc ? <Copied text={account.nationalCode} what={t('nationalCode')} /> : <Hidden />,
          },
          {
            key: 'birthDay',
            label: t('birthDay'),
            value: kyc ? <Birthday day={account.birthDay} /> : <Hidden />,
          },
          {
            key: 'idFormatType',
            label: t('idFormatType'),
            value: account.idFormatType ? t(`idFormat.${account.idFormatType}`) : <None />,
          },
        ]}
      />
    </Card>
  );
}

function Contact({ account }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  const { kyc } = useRights();
  const countryName = useCountryName();
  const text = useText();
  const place = [account.state, account.city].filter(Boolean).join(' · ');
  return (
    <Card title={t('contact')}>
      <Facts
        className={factsCss.facts}
        facts={[
          { key: 'email', label: t('email'), value: <Copied text={account.email} what={t('email')} /> },
          { key: 'mobile', label: t('mobile'), value: <Mobile account={account} /> },
          { key: 'telephone', label: t('telephone'), value: <Latin text={account.telephone} /> },
          { key: 'country', label: t('country'), value: text(countryName(account.countryName)) },
          { key: 'place', label: t('place'), value: kyc ? text(place) : <Hidden /> },
          { key: 'address', label: t('address'), value: kyc ? text(account.address) : <Hidden /> },
          {
            key: 'postalCode',
            label: t('postalCode'),
            value: kyc ? <Latin text={account.postalCode} /> : <Hidden />,
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
  const text = useText();
  return (
    <Facts
      className={factsCss.facts}
      facts={[
        { key: 'name', label: t('companyName'), value: text(company.companyName) },
        {
          key: 'id',
          label: t('companyNationalId'),
          value: kyc ? <Copied text={company.companyNationalId} what={t('companyNationalId')} /> : <Hidden />,
        },
        { key: 'phone', label: t('companyPhone'), value: <Latin text={company.companyPhone} /> },
        {
          key: 'address',
          label: t('companyAddress'),
          value: kyc ? text(company.companyAddress) : <Hidden />,
        },
      ]}
    />
  );
}

function useAccountFacts({ account, createdAtDateTime, submittedAtDateTime }: PersonFile) {
  const t = useTranslations('backoffice.person');
  const format = useFormat();
  const time = (iso: string) => <bdi>{format.dateTime(iso)}</bdi>;
  const { withdrawalHoldUntil, twoStepAuthenticationType } = account;
  return [
    { key: 'twoStep', label: t('twoStep'), value: t(`method.${twoStepAuthenticationType}`) },
    { key: 'created', label: t('created'), value: time(createdAtDateTime) },
    ...(submittedAtDateTime
      ? [{ key: 'submitted', label: t('submitted'), value: time(submittedAtDateTime) }]
      : []),
    ...(withdrawalHoldUntil ? [{ key: 'hold', label: t('hold'), value: time(withdrawalHoldUntil) }] : []),
  ];
}

const useText = () => (text: string) => (text ? <bdi>{text}</bdi> : <None />);

function None() {
  const t = useTranslations('state');
  return (
    <Text as="span" tone="faint" weight={400}>
      {t('none')}
    </Text>
  );
}

/** Stated explicitly, so that the value isn't taken as missing. */
function Hidden() {
  const t = useTranslations('backoffice.person');
  return (
    <Text as="span" tone="faint" weight={400} className={factsCss.line}>
      <IconEyeOff size={16} aria-hidden />
      {t('hidden')}
    </Text>
  );
}

const Latin = ({ text }: { text: string }): ReactNode =>
  text ? <bdi className="latin">{text}</bdi> : <None />;

function Copied({ text, what }: { text: string; what: string }) {
  const t = useTranslations('backoffice.person');
  if (!text) return <None />;
  return (
    <span className={factsCss.line}>
      <bdi className="latin">{text}</bdi>
      <CopyButton text={text} label={t('copy', { what })} />
    </span>
  );
}

function Mobile({ account: { mobileNumber, mobileVerified } }: { account: Account }) {
  const t = useTranslations('backoffice.person');
  if (!mobileNumber) return <None />;
  const Icon = mobileVerified ? IconCircleCheck : IconCircleDashed;
  return (
    <Cluster as="span" inline justify="end" wrap className={factsCss.mobile}>
      <Copied text={mobileNumber} what={t('mobile')} />
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
function Birthday({ day }: { day: string }) {
  const t = useTranslations('backoffice.person');
  const { date, digits, language } = useFormat();
  const years = yearsBetween(day, new Date().toISOString());
  if (!day || years === null) return <None />;
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
