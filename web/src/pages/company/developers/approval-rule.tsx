import type {
  ApprovalRule,
  approvalRule,
  saveApprovalRule,
  tightenApprovalRule,
} from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';
import {
  APPROVAL_RULES,
  getApprovalRule,
  type InstructionApprovalRule,
  isTighter,
  isZeroToman,
  toApprovalLimit,
} from './approval-form.ts';

/** Sets which instructions of programs need the owner's approval. */
export function ApprovalRuleCard() {
  const t = useTranslations('company.developers');
  const query = useQuery({
    queryKey: ['company', 'approval-rule'],
    queryFn: async ({ signal }) =>
      (await call<typeof approvalRule>('GET', '/company/approval-rule', { signal })).baseDTO,
  });
  return (
    <section>
      <h3>{t('rule')}</h3>
      <p className={css.small}>{t('ruleText')}</p>
      <QueryBoundary query={query} skeleton={<Skeleton height={76} className={css.waiting ?? ''} />}>
        {(saved) => <ApprovalRuleForm key={saved.above} saved={saved} />}
      </QueryBoundary>
    </section>
  );
}

function ApprovalRuleForm({ saved }: { saved: ApprovalRule }) {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const [rule, setRule] = useState<InstructionApprovalRule>(getApprovalRule(saved.above));
  const [amount, setAmount] = useState(rule === 'ABOVE' ? (saved.above ?? '') : '');
  const next = toApprovalLimit(rule, amount);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = { above: next };
      return isTighter(next, saved.above)
        ? call<typeof tightenApprovalRule>('POST', '/company/approval-rule/tighten', { body })
        : call<typeof saveApprovalRule>('PUT', '/company/approval-rule', { body });
    },
    onSuccess: () => {
      refetchStore();
      toast(t('ruleSaved'), 'done');
    },
    onError: failure.show,
  });
  const missing = rule === 'ABOVE' && isZeroToman(amount) ? t('needLimit') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null && !isPending) mutate();
  };
  return (
    <Cluster as="form" gap={3} align="end" wrap className={css.inline} onSubmit={submit} noValidate>
      <Field label={t('ruleLabel')}>
        <Select
          value={rule}
          onChange={setRule}
          options={APPROVAL_RULES.map((value) => ({ value, label: t(`rule${value}`) }))}
        />
      </Field>
      {rule === 'ABOVE' && (
        <Field label={t('limit')}>
          <NumberInput name="limit" value={amount} onChange={setAmount} decimals={0} />
        </Field>
      )}
      <Button type="submit" busy={isPending} disabledReason={missing}>
        {t('saveRule')}
      </Button>
    </Cluster>
  );
}
