import type { Company, companyCode, ReplyOf, saveCompany } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../../i18n/language.ts';
import { call } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/notices.ts';
import { coinDetailsQuery } from '../../../lib/queries/queries.ts';
import {
  isNewDestination,
  type SettlementDraft,
  settlementAddressOf,
  settlementDraftOf,
  settlementFaultOf,
  withCoin,
  withOnlyNetwork,
} from '../form.ts';
import { showStore } from '../queries.ts';

export type SettingsPrompt = ReplyOf<typeof companyCode>['baseDTO'];
export type SettingsDraft = ReturnType<typeof useSettings>;

/** State of the form: the draft, its errors, the code for a new destination, and saving. */
export function useSettings(store: Company, onDone: () => void) {
  const t = useTranslations('company.settings');
  const details = useQuery(coinDetailsQuery(useLanguage()));
  const [typed, setTyped] = useState<SettlementDraft>(() => settlementDraftOf(store));
  const [asked, setAsked] = useState<SettingsPrompt | null>(null);
  const networks = details.data?.find(({ name }) => name === typed.coin)?.tokenTypeDetails ?? [];
  const open = networks.filter(({ withdrawEnable }) => withdrawEnable);
  const draft = withOnlyNetwork(
    typed,
    open.map(({ tokenType }) => tokenType),
  );
  const tagNeeded = networks.find(({ tokenType }) => tokenType === draft.network)?.tagIsNeeded ?? false;
  const fault = settlementFaultOf(draft, store, tagNeeded);
  const needsCode = isNewDestination(draft, store);

  const askForCode = async (): Promise<SettingsPrompt> =>
    (await call<typeof companyCode>('POST', '/company/send-code', { body: settlementAddressOf(draft) }))
      .baseDTO;
  const save = async (code?: string): Promise<void> => {
    const { baseDTO } = await call<typeof saveCompany>('POST', '/company', {
      body: {
        ...settlementAddressOf(draft),
        perTime: draft.period ?? 'PER_DAY',
        ...(code !== undefined && { code }),
      },
    });
    showStore(baseDTO);
    toast(t(baseDTO.change ? 'savedLater' : 'saved'), 'done');
    onDone();
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => (needsCode ? askForCode() : save()),
    onSuccess: (prompt) => setAsked(prompt ?? null),
  });
  const change = (part: Partial<SettlementDraft>) => {
    reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  return {
    draft,
    networks,
    tagNeeded,
    fault,
    needsCode,
    asked,
    askForCode,
    save,
    back: () => setAsked(null),
    change,
    setCoin: (coin: string) => {
      reset();
      setTyped((before) => withCoin(before, coin));
    },
    busy: isPending,
    error,
    submit: () => {
      if (fault === null && !isPending) mutate();
    },
  };
}
