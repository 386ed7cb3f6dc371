import type { Company, ReplyOf, saveCompany, sendCompanyCode } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../framework/i18n/language.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { coinDetailsQuery } from '../../../lib/queries/queries.ts';
import {
  changeCoin,
  isNewDestination,
  type SettlementDraft,
  selectOnlyNetwork,
  toSettlementBody,
  toSettlementDraft,
  validateSettlementDraft,
} from '../form.ts';
import { cacheStore } from '../queries.ts';

export type SettingsPrompt = ReplyOf<typeof sendCompanyCode>['baseDTO'];
export type SettlementSettingsState = ReturnType<typeof useSettlementSettings>;

/** State of the form: the draft, its errors, the code for a new destination, and saving. */
export function useSettlementSettings(store: Company, onDone: () => void) {
  const t = useTranslations('company.settings');
  const details = useQuery(coinDetailsQuery(useLanguage()));
  const [enteredDraft, setEnteredDraft] = useState<SettlementDraft>(() => toSettlementDraft(store));
  const [codePrompt, setCodePrompt] = useState<SettingsPrompt | null>(null);
  const networks = details.data?.find(({ name }) => name === enteredDraft.coin)?.tokenTypeDetails ?? [];
  const openNetworks = networks.filter(({ withdrawEnable }) => withdrawEnable);
  const draft = selectOnlyNetwork(
    enteredDraft,
    openNetworks.map(({ tokenType }) => tokenType),
  );
  const tagNeeded = networks.find(({ tokenType }) => tokenType === draft.network)?.tagIsNeeded ?? false;
  const draftError = validateSettlementDraft(draft, store, tagNeeded);
  const needsCode = isNewDestination(draft, store);

  const requestCode = async (): Promise<SettingsPrompt> =>
    (await call<typeof sendCompanyCode>('POST', '/company/send-code', { body: toSettlementBody(draft) }))
      .baseDTO;
  const save = async (code?: string): Promise<void> => {
    const { baseDTO } = await call<typeof saveCompany>('POST', '/company', {
      body: {
        ...toSettlementBody(draft),
        perTime: draft.period ?? 'PER_DAY',
        ...(code !== undefined && { code }),
      },
    });
    cacheStore(baseDTO);
    toast(t(baseDTO.change ? 'savedLater' : 'saved'), 'done');
    onDone();
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => (needsCode ? requestCode() : save()),
    onSuccess: (prompt) => setCodePrompt(prompt ?? null),
  });
  const change = (part: Partial<SettlementDraft>) => {
    reset();
    setEnteredDraft((old) => ({ ...old, ...part }));
  };
  return {
    draft,
    networks,
    tagNeeded,
    draftError,
    needsCode,
    codePrompt,
    askForCode: requestCode,
    save,
    back: () => setCodePrompt(null),
    change,
    setCoin: (coin: string) => {
      reset();
      setEnteredDraft((old) => changeCoin(old, coin));
    },
    busy: isPending,
    error,
    submit: () => {
      if (draftError === null && !isPending) mutate();
    },
  };
}
