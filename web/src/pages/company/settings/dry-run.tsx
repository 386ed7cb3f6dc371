import type { simulateSettlement } from '@sarraf/domain/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { isZero } from '../../../lib/market/holdings.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../company.module.css';

const SAMPLE = '10000000';
const FRESH_MS = 10_000;

/** Previews a settlement at the current price, before saving. */
export function SettlementPreview({ coin, network }: { coin: string; network: string }) {
  const t = useTranslations('company.dryRun');
  const format = useFormat();
  const failure = useErrorMessages();
  const [typed, setTyped] = useState(SAMPLE);
  const amount = useDeferredValue(typed);
  const { data, error } = useQuery({
    queryKey: ['company-dry-run', coin, network, amount],
    queryFn: async ({ signal }) =>
      (
        await call<typeof simulateSettlement>('GET', '/company/dry-run', {
          query: { coinEntity: coin, cryptoNetwork: network, amount },
          signal,
        })
      ).baseDTO,
    enabled: amount !== '' && !isZero(amount),
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const renderCoins = (value: string) => <Money value={value} asset={coin} decimals={8} />;
  const renderToman = (value: string) => <Money value={value} asset="TOMAN" />;
  return (
    <section className={css.run} aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <div className={css.stack}>
        <Field label={t('amount')}>
          <NumberInput value={typed} onChange={setTyped} decimals={0} />
        </Field>
        {error && <p className={css.small}>{failure.text(error)}</p>}
        {!data && !error && <Skeleton height={150} className={css.waiting ?? ''} />}
        {data?.carried && (
          <Callout tone="warn">{t('carried', { least: format.money(data.least, 'TOMAN') })}</Callout>
        )}
        {data && !data.carried && (
          <Facts
            facts={[
              { key: 'price', label: t('unitPrice'), value: renderToman(data.unitPrice) },
              { key: 'bought', label: t('bought'), value: renderCoins(data.bought) },
              { key: 'fee', label: t('fee'), value: renderToman(data.fee) },
              { key: 'network', label: t('networkFee'), value: renderCoins(data.networkFee) },
              { key: 'arrives', label: t('arrives'), value: renderCoins(data.arrives), strong: true },
              { key: 'rest', label: t(data.more ? 'restMore' : 'rest'), value: renderToman(data.rest) },
            ]}
          />
        )}
        {data?.more && <p className={css.small}>{t('more')}</p>}
        <p className={css.small}>{t('note')}</p>
      </div>
    </section>
  );
}
