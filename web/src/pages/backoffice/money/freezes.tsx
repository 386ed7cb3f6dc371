import { ALL_ASSETS, type Asset } from '@sarraf/domain';
import type { Freeze, freezeAmount, freezes, liftFreeze } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, TwoLine } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { CoinAmount, useAmountText } from '../shared/coin-amount.tsx';
import { isValidReason } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { ActionProblem } from '../shared/parts.tsx';

interface FreezeDraft {
  coin: Asset;
  amount: string;
  order: string;
}

/** Amounts of this person frozen by court order; the remainder stays spendable. */
export function FrozenAmounts({ personId }: { personId: string }) {
  const t = useTranslations('treasury.freezes');
  const failure = useErrorMessages();
  const amountText = useAmountText();
  const [draft, setDraft] = useState<FreezeDraft | null>(null);
  const [liftAction, setLiftAction] = useState<StaffAction | null>(null);
  const { data, error } = useQuery({
    queryKey: ['backoffice', 'freezes', personId],
    queryFn: async ({ signal }) =>
      (
        await call<typeof freezes>('GET', '/backoffice/people/:id/freezes', {
          params: { id: personId },
          signal,
        })
      ).content,
  });
  const createLiftAction = ({ id, amount, relatedCoin }: Freeze): StaffAction => ({
    title: t('liftTitle'),
    text: t('liftText', { amount: amountText(amount, relatedCoin) }),
    confirm: t('lift'),
    successText: t('lifted'),
    reasoned: true,
    run: (reason) =>
      call<typeof liftFreeze>('POST', '/backoffice/freezes/:id/lift', { params: { id }, body: { reason } }),
  });
  return (
    <Card
      title={t('title')}
      aside={
        <Button variant="ghost" size="s" onClick={() => setDraft({ coin: 'TOMAN', amount: '', order: '' })}>
          {t('freeze')}
        </Button>
      }
      className={css.form}
    >
      <p className={css.muted}>{t('text')}</p>
      {error && !data && <ActionProblem text={failure.text(error)} />}
      {data?.length === 0 && <p className={css.muted}>{t('none')}</p>}
      {data?.map((row) => (
        <FrozenAmountRow key={row.id} row={row} onLift={() => setLiftAction(createLiftAction(row))} />
      ))}
      <ActionDialog act={useFreezeAction(personId, draft, setDraft)} onClose={() => setDraft(null)} />
      <ActionDialog act={liftAction} onClose={() => setLiftAction(null)} />
    </Card>
  );
}

function FrozenAmountRow({ row, onLift }: { row: Freeze; onLift: () => void }) {
  const t = useTranslations('treasury.freezes');
  const { dateTime } = useFormat();
  return (
    <Cluster gap={3} justify="between" wrap>
      <TwoLine>
        <CoinAmount value={row.amount} coin={row.relatedCoin} />
        <span dir="auto">{row.order}</span>
        <small>
          {t('by', { who: row.by })} · {dateTime(row.createdAtDateTime)}
        </small>
        {row.liftedAtDateTime && <small>{t('liftedAt', { time: dateTime(row.liftedAtDateTime) })}</small>}
      </TwoLine>
      {!row.liftedAtDateTime && (
        <Button variant="ghost" size="s" onClick={onLift}>
          {t('lift')}
        </Button>
      )}
    </Cluster>
  );
}

function useFreezeAction(
  personId: string,
  draft: FreezeDraft | null,
  onChange: (draft: FreezeDraft) => void,
): StaffAction | null {
  const t = useTranslations('treasury.freezes');
  const missingInput = useTranslations('treasury.treasury')('amountNeeded');
  const { coin: coinName } = useFormat();
  const amountText = useAmountText();
  if (!draft) return null;
  const { coin, amount, order } = draft;
  return {
    title: t('freezeTitle'),
    text: amount === '' ? t('text') : t('freezeWhat', { amount: amountText(amount, coin) }),
    confirm: t('freeze'),
    successText: t('frozen'),
    danger: true,
    disabledReason: amount === '' ? missingInput : isValidReason(order) ? null : t('orderNeeded'),
    fields: (
      <>
        <Field label={t('coin')}>
          <Select
            value={coin}
            options={ALL_ASSETS.map((asset) => ({ value: asset, label: coinName(asset) }))}
            onChange={(asset) => onChange({ ...draft, coin: asset })}
          />
        </Field>
        <Field label={t('amount')}>
          <NumberInput
            value={amount}
            decimals={18}
            onChange={(value) => onChange({ ...draft, amount: value })}
          />
        </Field>
        <Field label={t('order')}>
          <TextArea
            rows={2}
            value={order}
            maxLength={300}
            onChange={(event) => onChange({ ...draft, order: event.target.value })}
          />
        </Field>
      </>
    ),
    run: () =>
      call<typeof freezeAmount>('POST', '/backoffice/people/:id/freezes', {
        params: { id: personId },
        body: { relatedCoin: coin, amount, order: order.trim() },
      }),
  };
}
