import { type AlertRepeat, formatMarketType } from '@sarraf/domain';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../access/use-wait.ts';
import { usePrices } from '../lib/market/prices.ts';
import { toast } from '../lib/notices.ts';
import type { Market } from '../trade-box/form.ts';
import { type AlertDraft, getAlertDirection, getAlertPrice, validateAlertDraft } from './form.ts';
import { alertsQuery, isAlertListFull, useCreateAlert } from './queries.ts';

/** State of the form: inputs, the price to compare with, and submitting. */
export function useAlertForm(initialMarket: Market, onDone: () => void) {
  const t = useTranslations('alerts.form');
  const { judge, waiting } = useRetryAfter();
  const [draft, setDraft] = useState<AlertDraft>({
    market: initialMarket,
    threshold: '',
    direction: null,
    repeat: 'ONCE',
  });
  const { market, threshold, repeat } = draft;
  const prices = usePrices(market.quote);
  const price = getAlertPrice(prices.forCoin(market.coin), market);
  const { data: alerts } = useQuery(alertsQuery);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useCreateAlert(() => {
    toast(t('made'), 'done');
    onDone();
  });
  const { direction, error: validationError } = validateAlertDraft(draft, price, isAlertListFull(alerts));

  const change = (part: Partial<AlertDraft>) => {
    setProblem(null);
    setDraft((old) => ({ ...old, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (validationError || direction === null || isPending || waiting) return;
    setProblem(null);
    mutate(
      { marketType: formatMarketType(market.coin, market.quote), direction, threshold, repeat },
      { onError: (error) => setProblem(judge(error)) },
    );
  };
  return {
    market,
    threshold,
    repeat,
    price,
    loading: prices.loading,
    direction,
    validationError,
    waiting,
    problem,
    busy: isPending,
    alerts,
    submit,
    setThreshold: (text: string) =>
      change({ threshold: text, direction: getAlertDirection(text, price, market) }),
    setRepeat: (next: AlertRepeat) => change({ repeat: next }),
    // A threshold is meaningless in another market.
    setMarket: (next: Market) => change({ market: next, threshold: '', direction: null }),
  };
}
