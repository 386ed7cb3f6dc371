import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCountryName } from '../../../lib/format/countries.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { provincesQuery } from '../queries.ts';
import {
  ReadOnlyValue,
  ValidatedDigitsField,
  ValidatedField,
  ValidatedTextArea,
  ValidatedTextField,
} from './fields.tsx';
import css from './form.module.css';
import { getPhonePrefix, stripPhonePrefix } from './form.ts';
import type { AccountFormState } from './use-account-form.ts';

interface ContactFieldsProps {
  state: AccountFormState;
  onChangeCountry: () => void;
  onChangeMobile: () => void;
}

export function ContactFields({ state, onChangeCountry, onChangeMobile }: ContactFieldsProps) {
  const t = useTranslations('account');
  const { inIran, account } = state;
  const country = useCountryName()(account.location?.countryName ?? '');
  return (
    <Card title={t('part.contact')}>
      <div className={css.grid}>
        <Field
          label={t('field.country')}
          aside={<ChangeLink text={t('details.change')} onClick={onChangeCountry} />}
        >
          <ReadOnlyValue>{country}</ReadOnlyValue>
        </Field>
        <MobileField state={state} onChange={onChangeMobile} />
        {inIran ? (
          <IranianAddressFields state={state} />
        ) : (
          <>
            <ValidatedTextField state={state} field="state" maxLength={60} autoComplete="address-level1" />
            <ValidatedTextField state={state} field="city" maxLength={60} autoComplete="address-level2" />
          </>
        )}
        <ValidatedTextArea state={state} field="address" hint={t('hint.address')} />
        {inIran ? (
          <ValidatedDigitsField state={state} field="postalCode" max={10} autoComplete="postal-code" />
        ) : (
          <ValidatedTextField
            state={state}
            field="postalCode"
            maxLength={10}
            latin
            autoComplete="postal-code"
          />
        )}
        <ValidatedDigitsField
          state={state}
          field="telephone"
          max={15}
          autoComplete="tel"
          hint={inIran ? t('hint.telephone') : t('hint.optional')}
        />
      </div>
    </Card>
  );
}

/** Typed here until it is verified; afterwards changed by the contact dialog. */
function MobileField({ state, onChange }: { state: AccountFormState; onChange: () => void }) {
  const t = useTranslations('account.hint');
  const change = useTranslations('account.details')('change');
  const { account, draft, inIran } = state;
  const prefix = getPhonePrefix(account);
  if (account.mobileVerified) {
    return (
      <ValidatedField
        state={state}
        field="mobileNumber"
        hint={t('mobileVerified')}
        aside={<ChangeLink text={change} onClick={onChange} />}
      >
        <ReadOnlyValue latin>{account.mobileNumber}</ReadOnlyValue>
      </ValidatedField>
    );
  }
  return (
    <ValidatedField state={state} field="mobileNumber" hint={inIran ? t('mobile') : null}>
      <span className={css.prefix} dir="ltr">
        {prefix}
      </span>
      <TextInput
        type="tel"
        name="mobileNumber"
        autoComplete="tel-national"
        inputMode="tel"
        value={draft.mobileNumber}
        onChange={(event) => state.setText('mobileNumber', stripPhonePrefix(event.target.value, prefix))}
      />
    </ValidatedField>
  );
}

function IranianAddressFields({ state }: { state: AccountFormState }) {
  const t = useTranslations('account.hint');
  const { data, error, refetch } = useQuery(provincesQuery);
  const { draft } = state;
  const cities = data?.find(({ name }) => name === draft.state)?.cities ?? [];
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  const failed = error && !data;
  return (
    <>
      <ValidatedField
        state={state}
        field="state"
        hint={failed ? t('listFailed') : null}
        aside={failed && <ChangeLink text={t('again')} onClick={() => void refetch()} />}
      >
        <Combobox
          value={draft.state}
          onChange={(name) => state.setText('state', name)}
          options={options(data?.map(({ name }) => name) ?? [])}
          searchLabel={t('searchState')}
          noneText={t('noneFound')}
          disabled={!data}
          {...(!data && !error && { placeholder: t('loadingList') })}
        />
      </ValidatedField>
      <ValidatedField state={state} field="city">
        <Combobox
          value={draft.city}
          onChange={(name) => state.setText('city', name)}
          options={options(cities)}
          searchLabel={t('searchCity')}
          noneText={t('noneFound')}
          disabled={cities.length === 0}
          {...(draft.state === '' && { placeholder: t('stateFirst') })}
        />
      </ValidatedField>
    </>
  );
}
