import { COINS, MAX_RECURRING, RECURRING_RHYTHMS } from '@sarraf/domain';
import type { RecurringPlan } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { coinSymbol } from '../../lib/market/coins.ts';
import { useBalances } from '../../trade-box/use-balances.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberInput } from '../../ui/fields/number-input.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { CoinIcon } from '../../ui/values/coin-icon.tsx';
import { changeRhythm, getFirstTurn, getMaxPriceDecimals, isDayMissingInSomeMonths } from './form.ts';
import css from './recurring.module.css';
import { type PlanPreset, usePlanForm } from './use-plan-form.ts';
import { useScheduleText } from './use-schedule.ts';

interface PlanDialogProps {
  open: boolean;
  onClose: () => void;
  /** Null: a new one. */
  plan: RecurringPlan | null;
  preset: PlanPreset;
}

export function PlanDialog({ open, onClose, plan, preset }: PlanDialogProps) {
  const t = useTranslations('recurring.form');
  const { coin } = useFormat();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={plan === null ? t('title') : t('editTitle', { coin: coin(plan.coin) })}
    >
      <PlanForm key={plan?.id ?? 'new'} plan={plan} preset={preset} onDone={onClose} />
    </Modal>
  );
}

function PlanForm({
  plan,
  preset,
  onDone,
}: Pick<PlanDialogProps, 'plan' | 'preset'> & { onDone: () => void }) {
  const t = useTranslations('recurring');
  const { digits, dateTime, money, unit } = useFormat();
  const form = usePlanForm(plan, preset, onDone);
  const { draft, draftError } = form;
  const balance = useBalances(true)?.TOMAN?.credit;
  const reason = form.waiting ?? (draftError && t(`error.${draftError}`, { most: digits(MAX_RECURRING) }));
  return (
    <Stack as="form" gap={4} noValidate onSubmit={form.submit}>
      {plan === null && <CoinField form={form} />}
      <Field
        label={t('form.amount')}
        aside={unit('TOMAN')}
        hint={balance === undefined ? null : t('form.spendable', { amount: money(balance, 'TOMAN') })}
      >
        <NumberInput
          size="l"
          required
          decimals={0}
          value={draft.amount}
          onChange={(amount) => form.change({ amount })}
        />
      </Field>
      <div className={css.choice}>
        <Text as="span" size="s" tone="soft">
          {t('form.rhythm')}
        </Text>
        <Segmented
          block
          label={t('form.rhythm')}
          value={draft.rhythm}
          onChange={(rhythm) => form.change(changeRhythm(draft, rhythm))}
          segments={RECURRING_RHYTHMS.map((key) => ({ key, label: t(`form.rhythms.${key}`) }))}
        />
      </div>
      <TimeFields form={form} />
      <MaxPriceField form={form} />
      <Text as="p" size="s" tone="soft">
        {t(plan === null ? 'form.first' : 'form.following', {
          time: dateTime(getFirstTurn(draft, Date.now())),
        })}
      </Text>
      <AccessProblem text={form.problem} />
      <Button type="submit" size="l" block busy={form.busy} disabledReason={form.busy ? null : reason}>
        {t(plan === null ? 'form.create' : 'form.save')}
      </Button>
    </Stack>
  );
}

type Form = ReturnType<typeof usePlanForm>;

function CoinField({ form }: { form: Form }) {
  const t = useTranslations('recurring.form');
  const format = useFormat();
  return (
    <Field label={t('coin')}>
      <Select
        value={form.draft.coin}
        // A maximum price is meaningless for another coin.
        onChange={(coin) => form.change({ coin, maxPrice: '' })}
        options={COINS.map((value) => ({
          value,
          label: format.coin(value),
          text: format.coin(value),
          icon: <CoinIcon coin={value} size={24} />,
          detail: coinSymbol(value),
        }))}
      />
    </Field>
  );
}

const listNumbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

function TimeFields({ form: { draft, change } }: { form: Form }) {
  const t = useTranslations('recurring.form');
  const { digits } = useFormat();
  const { hour, weekday } = useScheduleText();
  const weekly = draft.rhythm === 'WEEKLY';
  const hours = (
    <Field label={t('hour')}>
      <Select
        value={String(draft.hour)}
        onChange={(next) => change({ hour: Number.parseInt(next, 10) })}
        options={listNumbers(0, 23).map((hourOfDay) => ({
          value: String(hourOfDay),
          label: hour(hourOfDay),
          text: hour(hourOfDay),
        }))}
      />
    </Field>
  );
  if (draft.rhythm === 'DAILY') return hours;
  const formatDay = (day: number) => (weekly ? weekday(day) : digits(day));
  return (
    <div className={css.time}>
      <Field
        label={t(weekly ? 'weekday' : 'day')}
        hint={isDayMissingInSomeMonths(draft) ? t('lastDay') : null}
      >
        <Select
          value={String(draft.day)}
          onChange={(next) => change({ day: Number.parseInt(next, 10) })}
          options={listNumbers(1, weekly ? 7 : 31).map((day) => ({
            value: String(day),
            label: formatDay(day),
            text: formatDay(day),
          }))}
        />
      </Field>
      {hours}
    </div>
  );
}

function MaxPriceField({ form: { draft, change, price, loading } }: { form: Form }) {
  const t = useTranslations('recurring.form');
  const { price: formatPrice, unit } = useFormat();
  const now =
    price === null
      ? t('halted')
      : t('now', { price: `${formatPrice(price, draft.coin, 'TOMAN')} ${unit('TOMAN')}` });
  return (
    <Field label={t('maxPrice')} hint={t('maxPriceHint')} aside={loading ? null : now}>
      <NumberInput
        decimals={getMaxPriceDecimals(draft.coin)}
        value={draft.maxPrice}
        onChange={(maxPrice) => change({ maxPrice })}
      />
    </Field>
  );
}
