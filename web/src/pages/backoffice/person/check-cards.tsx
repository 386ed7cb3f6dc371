import type { PersonDetail, ProviderCheck, runProviderCheck } from '@sarraf/domain/contracts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCloudOff,
  IconFileUnknown,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useBankOfMask } from '../../../lib/payments/card-banks.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text } from '../../../ui/layout/layout.tsx';
import { BankNumber } from '../../../ui/values/bank-number.tsx';
import { useEventText } from '../log/event-words.tsx';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';
import { useRights } from '../shared/queries.ts';
import { useStaffMutation } from '../shared/use-act.ts';
import checksCss from './check-cards.module.css';
import { listQuestions, type ProviderQuestion } from './checks.ts';

type CheckOutcome = ProviderCheck['outcome'];

const OUTCOMES: Readonly<Record<CheckOutcome, { icon: TablerIcon; look: 'good' | 'waiting' | 'bad' }>> = {
  MATCH: { icon: IconCircleCheck, look: 'good' },
  MISMATCH: { icon: IconCircleX, look: 'bad' },
  NO_RECORD: { icon: IconFileUnknown, look: 'bad' },
  INVALID: { icon: IconAlertTriangle, look: 'bad' },
  UNAVAILABLE: { icon: IconCloudOff, look: 'waiting' },
};

const isInIran = ({ account }: PersonDetail): boolean => account.countryPhoneCode === '+98';

/** The providers' results about the person's name, birthday and mobile. */
export function IdentityChecks({ file }: { file: PersonDetail }) {
  const t = useTranslations('backoffice.checks');
  const { person } = listQuestions(file.checks, []);
  return (
    <Card title={t('title')}>
      {isInIran(file) ? (
        <ul className={checksCss.list}>
          {person.map((question) => (
            <CheckQuestion key={question.check} personId={file.account.id} question={question} />
          ))}
        </ul>
      ) : (
        <p className={css.muted}>{t('abroad')}</p>
      )}
    </Card>
  );
}

/** The bank accounts for deposits and withdrawals, and their owners according to the bank. */
export function BankChecks({ file }: { file: PersonDetail }) {
  const t = useTranslations('backoffice.bank');
  const { kyc } = useRights();
  const { language } = useFormat();
  const bankOfMask = useBankOfMask();
  const { banks } = listQuestions(file.checks, file.account.bankAccounts);
  if (!isInIran(file) && banks.length === 0) return null;
  return (
    <Card title={t('title')}>
      {banks.length === 0 && <p className={css.muted}>{t('none')}</p>}
      {banks.map(({ account, questions }) => (
        <section key={account.id} className={checksCss.bank}>
          <Cluster gap={4} rowGap="line" justify="between" wrap>
            <h3>{bankOfMask(account.shebaCode)?.[language] ?? (account.bankName || t('card'))}</h3>
            <CheckMark good={account.verified} text={t(account.verified ? 'verified' : 'unverified')} />
          </Cluster>
          <Stack as="dl" gap="line" size="sm" number className={checksCss.numbers}>
            {account.cardNumber && <AccountNumber name={t('card')} text={account.cardNumber} />}
            <AccountNumber name={t('sheba')} text={account.shebaCode} />
          </Stack>
          {kyc && (
            <ul className={checksCss.list}>
              {questions.map((question) => (
                <CheckQuestion key={question.check} personId={file.account.id} question={question} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </Card>
  );
}

function CheckMark({ good, text }: { good: boolean; text: string }) {
  const Icon = good ? IconCircleCheck : IconCircleDashed;
  return (
    <span className={cx(css.state, good ? css.good : css.waiting)}>
      <Icon size={16} aria-hidden />
      {text}
    </span>
  );
}

const AccountNumber = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <BankNumber masked={text} />
    </dd>
  </div>
);

/** One check: the latest result as text, earlier ones, and a button that repeats it. */
function CheckQuestion({ personId, question }: { personId: string; question: ProviderQuestion }) {
  const t = useTranslations('backoffice.checks');
  const format = useFormat();
  const toEventText = useEventText();
  const { check, bankAccountId, latest, earlier } = question;
  const { mutate, busy, problem } = useStaffMutation({
    run: () =>
      call<typeof runProviderCheck>('POST', '/backoffice/people/:id/checks', {
        params: { id: personId },
        body: { check, ...(bankAccountId !== null && { bankAccountId }) },
      }),
  });
  return (
    <Cluster as="li" gap={4} justify="between" className={checksCss.question}>
      <Stack gap="line" align="start" shrink size="sm" className={checksCss.words}>
        <Text as="span" tone="soft">
          {t(check)}
        </Text>
        <CheckAnswer outcome={latest?.outcome ?? null} />
        {latest?.detail && (
          <span className={checksCss.detail} dir="auto">
            {latest.detail}
          </span>
        )}
        {latest && (
          <small>
            {t('by', {
              provider: toEventText('checks.provider', latest.provider),
              time: format.dateTime(latest.checkedAtDateTime),
            })}
          </small>
        )}
        {earlier.length > 0 && (
          <small>
            {t('earlier')} {earlier.map(({ outcome }) => t(`outcome.${outcome}`)).join(' · ')}
          </small>
        )}
        <ActionProblem text={problem} />
      </Stack>
      <Button variant="ghost" size="s" busy={busy} onClick={() => mutate()}>
        {t(latest ? 'again' : 'run')}
        <span className="hidden">: {t(check)}</span>
      </Button>
    </Cluster>
  );
}

function CheckAnswer({ outcome }: { outcome: CheckOutcome | null }) {
  const t = useTranslations('backoffice.checks');
  if (outcome === null) {
    return (
      <span className={cx(css.state, css.waiting)}>
        <IconCircleDashed size={18} aria-hidden />
        {t('none')}
      </span>
    );
  }
  const { icon: Icon, look } = OUTCOMES[outcome];
  return (
    <span className={cx(css.state, css[look])}>
      <Icon size={18} aria-hidden />
      {t(`outcome.${outcome}`)}
    </span>
  );
}
