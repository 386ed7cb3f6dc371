import { useTranslations } from 'use-intl';
import { Segmented } from '../../ui/segmented.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';
import { FormAction } from './form-action.tsx';
import { FormFacts } from './form-facts.tsx';
import { AmountField, Available, Percents, PriceField, TotalField } from './form-fields.tsx';
import { FormWords } from './form-words.tsx';
import css from './order-form.module.css';
import { Outcome } from './outcome.tsx';
import type { OrderDesk } from './use-order-form.ts';

/** One form for both sides and both kinds of orders; a question and the outcome stand in its own place. */
export function OrderForm({ desk }: { desk: OrderDesk }) {
  const t = useTranslations('exchange.form');
  const { form, placing, asked } = desk;
  if (asked) return <ConfirmPanel desk={desk} plan={asked} />;
  const frozen = placing.sending || placing.unresolved;
  return (
    <Tabs
      label={t('kind')}
      value={form.kind}
      onChange={(kind) => !frozen && desk.setKind(kind)}
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
          onChange={desk.setSide}
          segments={[
            { key: 'buy', label: t('buy'), tone: 'up', disabled: frozen },
            { key: 'sell', label: t('sell'), tone: 'down', disabled: frozen },
          ]}
        />
        <fieldset className={css.fields} disabled={frozen}>
          <legend className="hidden">{t('label')}</legend>
          <Available desk={desk} />
          <PriceField desk={desk} />
          <AmountField desk={desk} />
          <Percents desk={desk} />
          <TotalField desk={desk} />
        </fieldset>
        <FormFacts desk={desk} />
        <FormWords desk={desk} />
        {placing.unresolved ? null : <FormAction desk={desk} />}
        <Outcome desk={desk} />
      </div>
    </Tabs>
  );
}
