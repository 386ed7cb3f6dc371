import { useTranslations } from 'use-intl';
import { PauseNote } from '../../../ui/feedback/pause-note.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AdvancedSection } from './advanced/advanced.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { FormAction } from './form-action.tsx';
import { FormFacts } from './form-facts.tsx';
import { AmountField, AvailableBalance, BalanceShares, PriceField, TotalField } from './form-fields.tsx';
import { OrderFormHint } from './form-words.tsx';
import css from './order-form.module.css';
import { OrderOutcomePanel } from './outcome.tsx';
import type { OrderFormModel } from './use-order-form.ts';

/** One form for both sides and both kinds of orders; confirmation and outcome replace it. */
export function OrderForm({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.form');
  const { form, placing, planToConfirm } = model;
  if (planToConfirm) return <ConfirmPanel model={model} plan={planToConfirm} />;
  const frozen = placing.sending || placing.unresolved;
  return (
    <Tabs
      label={t('kind')}
      value={form.kind}
      onChange={(kind) => !frozen && model.setKind(kind)}
      tabs={[
        { key: 'limit', label: t('limit') },
        { key: 'market', label: t('market') },
      ]}
    >
      <div className={css.form}>
        <Segmented
          block
          label={t('side')}
          value={form.side}
          onChange={model.setSide}
          segments={[
            { key: 'buy', label: t('buy'), tone: 'up', disabled: frozen },
            { key: 'sell', label: t('sell'), tone: 'down', disabled: frozen },
          ]}
        />
        <fieldset className={css.fields} disabled={frozen}>
          <legend className="hidden">{t('label')}</legend>
          <AvailableBalance model={model} />
          <PriceField model={model} />
          <AmountField model={model} />
          <BalanceShares model={model} />
          <TotalField model={model} />
          <AdvancedSection model={model} />
        </fieldset>
        <FormFacts model={model} />
        <OrderFormHint model={model} />
        <PauseNote pause={model.pause} />
        <div className={css.act}>
          {placing.unresolved ? null : <FormAction model={model} />}
          <OrderOutcomePanel model={model} />
        </div>
      </div>
    </Tabs>
  );
}
