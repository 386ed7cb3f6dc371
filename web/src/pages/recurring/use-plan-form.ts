import type { RecurringPlan } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRetryAfter } from '../../access/use-wait.ts';
import { usePrices } from '../../lib/market/prices.ts';
import { toast } from '../../lib/notices.ts';
import { type PlanDraft, toPlanBody, toPlanDraft, validatePlanDraft } from './form.ts';
import { plansQuery, useSavePlan } from './queries.ts';

export interface PlanPreset {
  coin: string | null;
  amount: string | null;
}

/** State of the form: inputs, the current price, and submitting. */
export function usePlanForm(plan: RecurringPlan | null, preset: PlanPreset, onDone: () => void) {
  const t = useTranslations('recurring.form');
  const { judge, waiting } = useRetryAfter();
  const [draft, setDraft] = useState<PlanDraft>(() => toPlanDraft(plan, preset));
  const [problem, setProblem] = useState<string | null>(null);
  const prices = usePrices('TOMAN');
  const price = prices.forCoin(draft.coin)?.buyPrice ?? null;
  const { data: plans } = useQuery(plansQuery);
  const draftError = validatePlanDraft(draft, { hasPrice: price !== null, plans, isNew: plan === null });
  const { mutate, isPending: busy } = useSavePlan(plan, () => {
    toast(t(plan === null ? 'made' : 'saved'), 'done');
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draftError || busy || waiting) return;
    setProblem(null);
    mutate(toPlanBody(draft), { onError: (error) => setProblem(judge(error)) });
  };
  return {
    draft,
    price,
    loading: prices.loading,
    draftError,
    waiting,
    problem,
    busy,
    submit,
    change(part: Partial<PlanDraft>) {
      setProblem(null);
      setDraft((old) => ({ ...old, ...part }));
    },
  };
}
