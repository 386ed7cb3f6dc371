import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { useFormat } from '../../lib/format/use-format.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import css from './balances.module.css';
import type { OrderFormModel } from './order-form/use-order-form.ts';

/** Balances of both assets of the market, spendable and in orders, with deposit links. */
export function MarketBalances({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.balances');
  const format = useFormat();
  const { verified, market, balances } = model;
  if (!verified) return null;
  return (
    <Stack as="section" gap={3} size="s" className={css.card} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {(['coin', 'quote'] as const).map((key) => {
        const asset = market[key];
        const { free, blocked } = balances[key];
        return (
          <dl key={key} className={css.asset}>
            <div>
              <dt>{t('free', { asset: format.coin(asset) })}</dt>
              <dd>
                <Money value={free} asset={asset} />
              </dd>
            </div>
            <div className={css.small}>
              <dt>{t('blocked')}</dt>
              <dd>
                <Money value={blocked} asset={asset} />
              </dd>
            </div>
            <div className={css.small}>
              <dt className="hidden">{t('way')}</dt>
              <dd>
                <Link to={`/profile/wallet?deposit=${asset}`}>
                  {t('deposit', { asset: format.coin(asset) })}
                </Link>
              </dd>
            </div>
          </dl>
        );
      })}
    </Stack>
  );
}
