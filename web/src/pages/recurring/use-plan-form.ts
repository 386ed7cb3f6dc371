import type { RecurringPlan } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../access/use-wait.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { toast } from '../../lib/notices.ts';
import { draftOf, faultOf, type PlanDraft, planBody } from './form.ts';
import { plansQuery, useSavePlan } from './queries.ts';

export interface PlanPreset {
  coin: string | null;
  amount: string | null;
}

/** State of the form: inputs, the current price, and submitting. */
export function usePlanForm(plan: RecurringPlan | null, preset: PlanPreset, onDone: () => void) {
  const t = useTranslations('recurring.form');
  const { judge, waiting } = useRetryAfter();
  const [draft, setDraft] = useState<PlanDraft>(() => draftOf(plan, preset));
  const [problem, setProblem] = useState<string | null>(null);
  const prices = usePrices('TOMAN');
  const price = prices.of(draft.coin)?.buyPrice ?? null;
  const { data: plans } = useQuery(plansQuery);
  const fault = faultOf(draft, { hasPrice: price !== null, plans, isNew: plan === null });
  const { mutate, isPending: busy } = useSavePlan(plan, () => {
    toast(t(plan === null ? 'made' : 'saved'), 'done');
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault || busy || waiting) return;
    setProblem(null);
    mutate(planBody(draft), { onError: (error) => setProblem(judge(error)) });
  };
  return {
    draft,
    price,
    loading: prices.loading,
    fault,
    waiting,
    problem,
    busy,
    submit,
    change(part: Partial<PlanDraft>) {
      setProblem(null);
      setDraft((before) => ({ ...before, ...part }));
    },
  };
}
