import type { Account, setCountry } from '@sarraf/domain/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../access/parts.tsx';
import { useLanguage } from '../../framework/i18n/language.ts';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { countriesQuery, countryName } from '../../lib/format/countries.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { InlineCombobox } from '../../ui/fields/combobox.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './account.module.css';
import { refetchAccount } from './queries.ts';

interface CountryModalProps {
  open: boolean;
  account: Account;
  onClose: () => void;
}

/** Picks the country, on which the form's fields depend; Iran is first and preselected. */
export function CountryModal({ open, account, onClose }: CountryModalProps) {
  const t = useTranslations('account.country');
  const language = useLanguage();
  const { text } = useErrorMessages();
  const { data, error, refetch, isFetching } = useQuery({ ...countriesQuery, enabled: open });
  const [chosenName, setChosen] = useState<string | null>(null);
  const selectedName = chosenName ?? account.location?.countryName ?? 'Iran';
  const country = data?.find((candidate) => candidate.countryName === selectedName);
  const saveMutation = useMutation({
    mutationFn: () =>
      call<typeof setCountry>('POST', '/users/set-country', { body: { countryName: selectedName } }),
    onSuccess: async () => {
      await refetchAccount();
      onClose();
    },
  });
  const close = () => {
    if (saveMutation.isPending) return;
    setChosen(null);
    saveMutation.reset();
    onClose();
  };
  return (
    <Modal
      open={open}
      onClose={close}
      title={t('title')}
      description={t('text')}
      dismissible={!saveMutation.isPending}
      footer={
        <Button
          busy={saveMutation.isPending}
          disabledReason={country ? null : t('choose')}
          onClick={() => saveMutation.mutate()}
        >
          {t('confirm', { country: country ? countryName(country, language) : '' })}
        </Button>
      }
    >
      {data && (
        <InlineCombobox
          value={selectedName}
          onChange={(name) => {
            saveMutation.reset();
            setChosen(name);
          }}
          options={data.map((option) => ({
            value: option.countryName,
            label: countryName(option, language),
            detail: <bdi dir="ltr">{option.countryPhoneCode}</bdi>,
            names: [option.countryName, option.persianName, option.countryPhoneCode],
          }))}
          searchLabel={t('search')}
          noneText={t('none')}
        />
      )}
      {!data && error && <ErrorState text={text(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className={css.countries} />}
      <AccessProblem text={saveMutation.error ? text(saveMutation.error) : null} />
    </Modal>
  );
}
