import type { RuleSet, readRules, saveRules } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toPaginatedList } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import cards from '../shared/cards.module.css';
import css from '../shared/parts.module.css';
import { overviewQuery } from '../shared/queries.ts';
import { ResourceList } from '../shared/resource-list.tsx';
import moneyCss from './money.module.css';
import { type RuleForm, toRuleBody, toRuleForm, validateRuleForm } from './rule-form.ts';

/** The reason in the migration that introduced rules, which no staff member wrote. */
const INITIAL_REASON = 'first rules';

/** Withdrawal limits and hours with their start times; the latest started rule is in force. */
export function RulesPage() {
  const t = useTranslations('treasury.rules');
  const { dateTime } = useFormat();
  const [form, setForm] = useState<RuleForm | null>(null);
  const admin = useQuery(overviewQuery).data?.roles.includes('admin');
  const query = useQuery({
    queryKey: ['backoffice', 'rules'],
    queryFn: async ({ signal }) =>
      (await call<typeof readRules>('GET', '/backoffice/rules', { signal })).content,
  });
  const now = Date.now();
  const current = query.data?.find(({ validFromDateTime }) => Date.parse(validFromDateTime) <= now);
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      aside={
        <Button
          disabled={!current || admin === undefined}
          disabledReason={admin === false ? t('byAdmin') : null}
          onClick={() => current && setForm(toRuleForm(current.rules))}
        >
          {t('change')}
        </Button>
      }
    >
      <ResourceList
        pages={toPaginatedList(query)}
        rowKey={({ validFromDateTime, reason }) => validFromDateTime + reason}
        card={(dated) => {
          const statusText =
            dated === current ? 'inForce' : Date.parse(dated.validFromDateTime) > now ? 'coming' : 'past';
          return (
            <Card title={t(statusText)} className={cards.card}>
              <p className={css.muted}>{t('from', { time: dateTime(dated.validFromDateTime) })}</p>
              <RuleFacts rules={dated.rules} />
              <p dir="auto">{dated.reason === INITIAL_REASON ? t('first') : dated.reason}</p>
              {dated.setBy && <p className={css.muted}>{t('setBy', { who: dated.setBy })}</p>}
            </Card>
          );
        }}
      />
      <ActionDialog act={useRuleAction(form, setForm)} onClose={() => setForm(null)} />
    </BackofficePage>
  );
}

function RuleFacts({ rules }: { rules: RuleSet }) {
  const t = useTranslations('treasury.rules');
  const { digits } = useFormat();
  const { depositHoldHours, stablecoinPerYear, stablecoinHolding, tradingHours } = rules;
  const renderCap = (value: string | null) =>
    value === null ? t('none') : <Money value={value} asset="TETHER" />;
  return (
    <Facts
      className={moneyCss.rules}
      facts={[
        {
          key: 'deposit',
          label: t('tomanDepositPerDay'),
          value: <Money value={rules.tomanDepositPerDay} asset="TOMAN" />,
        },
        {
          key: 'identified',
          label: t('identifiedDepositPerDay'),
          value: <Money value={rules.identifiedDepositPerDay} asset="TOMAN" />,
        },
        {
          key: 'hold',
          label: t('depositHoldHours'),
          value: depositHoldHours === 0 ? t('none') : t('hours', { count: digits(depositHoldHours) }),
        },
        { key: 'year', label: t('stablecoinPerYear'), value: renderCap(stablecoinPerYear) },
        { key: 'holding', label: t('stablecoinHolding'), value: renderCap(stablecoinHolding) },
        {
          key: 'hours',
          label: t('tradingHours'),
          value: tradingHours
            ? t('between', { from: digits(tradingHours.from), to: digits(tradingHours.to) })
            : t('always'),
        },
      ]}
    />
  );
}

function useRuleAction(form: RuleForm | null, onChange: (form: RuleForm) => void): StaffAction | null {
  const t = useTranslations('treasury.rules');
  if (!form) return null;
  const validationError = validateRuleForm(form, Date.now());
  const renderTextField = (key: keyof RuleForm, label: string) => (
    <Field label={label}>
      <TextInput
        value={form[key]}
        dir="ltr"
        autoComplete="off"
        onChange={(event) => onChange({ ...form, [key]: event.target.value })}
      />
    </Field>
  );
  const renderNumberField = (key: keyof RuleForm, label: string, decimals: number) => (
    <Field label={label}>
      <NumberInput
        value={form[key]}
        decimals={decimals}
        onChange={(value) => onChange({ ...form, [key]: value })}
      />
    </Field>
  );
  return {
    title: t('changeTitle'),
    text: t('changeText'),
    confirm: t('save'),
    successText: t('saved'),
    reasoned: true,
    disabledReason: validationError && t(`error.${validationError}`),
    fields: (
      <>
        {renderTextField('validFrom', t('validFrom'))}
        {renderNumberField('tomanDepositPerDay', t('tomanDepositPerDay'), 0)}
        {renderNumberField('identifiedDepositPerDay', t('identifiedDepositPerDay'), 0)}
        {renderNumberField('depositHoldHours', t('depositHoldHours'), 0)}
        {renderNumberField('stablecoinPerYear', t('stablecoinPerYear'), 2)}
        {renderNumberField('stablecoinHolding', t('stablecoinHolding'), 2)}
        {renderTextField('hoursFrom', t('hoursFrom'))}
        {renderTextField('hoursTo', t('hoursTo'))}
      </>
    ),
    run: (reason) => call<typeof saveRules>('POST', '/backoffice/rules', { body: toRuleBody(form, reason) }),
  };
}
