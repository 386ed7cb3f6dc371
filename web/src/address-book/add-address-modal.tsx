import { type Asset, COINS, isAsset, MAX_LINK_LENGTH } from '@sarraf/domain';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../access/parts.tsx';
import { useLanguage } from '../framework/i18n/language.ts';
import { ApiError } from '../lib/api/api.ts';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { useFormat } from '../lib/format/use-format.ts';
import { coinSymbol } from '../lib/market/coins.ts';
import { toast } from '../lib/notices.ts';
import { coinDetailsQuery } from '../lib/queries/queries.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Field } from '../ui/fields/field.tsx';
import { Select } from '../ui/fields/select.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { Stack } from '../ui/layout/layout.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { CoinIcon } from '../ui/values/coin-icon.tsx';
import { type AddressDraft, validateAddressDraft } from './book.ts';
import { checkPaymentLink, getTagInAddress, resolveTypedDestination } from './destination.ts';
import { LinkOffer, useLinkErrorText } from './link-offer.tsx';
import { NetworkField } from './network-field.tsx';
import { findChosenNetwork, listNetworks } from './networks.ts';
import { useAddAddress } from './use-book.ts';

const FORM = 'add-address';
const EMPTY_DRAFT: AddressDraft = { label: '', asset: 'TETHER', tokenType: null, address: '', tag: '' };

/** Dialog that saves a new address, for any coin. */
export function AddAddressModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('withdraw.addressBook');
  const withdraw = useTranslations('withdraw');
  const failure = useErrorMessages();
  const { draft, networks, network, validationError, carried, link, isPending, error, change, submit } =
    useAddressForm(open, onClose);
  const linkError = useLinkErrorText()(link.error, link.target);
  const isDuplicate = error instanceof ApiError && error.code === 'CONFLICT';
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('addTitle')}
      description={t('addHint')}
      dismissible={!isPending}
      footer={
        <Button
          type="submit"
          form={FORM}
          size="l"
          busy={isPending}
          disabledReason={validationError && !isPending ? t(`error.${validationError}`) : null}
        >
          {t('submit')}
        </Button>
      }
    >
      <Stack id={FORM} as="form" gap={4} onSubmit={submit} noValidate>
        <CoinField
          coin={draft.asset}
          onChange={(asset) => change({ asset, tokenType: null, address: '', tag: '' })}
        />
        <AddressNetworks
          networks={networks}
          value={draft.tokenType}
          onChange={(tokenType) => change({ tokenType, tag: '' })}
        />
        <Field
          label={t('address')}
          error={
            linkError ??
            (draft.address.trim() !== '' && validationError === 'INVALID_ADDRESS'
              ? t('error.INVALID_ADDRESS')
              : null)
          }
        >
          <TextInput
            latin
            autoComplete="off"
            // One more than the maximum length of a link: a truncated one is refused, not read without its tag.
            maxLength={MAX_LINK_LENGTH + 1}
            value={draft.address}
            onChange={(event) => change({ address: event.target.value })}
          />
        </Field>
        <LinkOffer
          asset={draft.asset}
          target={link.target}
          onTarget={({ asset, tokenType }) => change({ asset, tokenType, tag: '' })}
        />
        {carried !== null && <Callout>{withdraw('carriedTag', { tag: carried })}</Callout>}
        {network?.tagNeeded && carried === null && (
          <Field
            label={t('tag')}
            hint={t('tagOptional')}
            error={validationError === 'INVALID_TAG' ? t('error.INVALID_TAG') : null}
          >
            <TextInput
              latin
              autoComplete="off"
              maxLength={100}
              value={draft.tag}
              onChange={(event) => change({ tag: event.target.value })}
            />
          </Field>
        )}
        <Field label={t('label')}>
          <TextInput
            maxLength={40}
            value={draft.label}
            onChange={(event) => change({ label: event.target.value })}
          />
        </Field>
        <AccessProblem text={error ? (isDuplicate ? t('taken') : failure.text(error) || null) : null} />
      </Stack>
    </Modal>
  );
}

/** The draft of a new address, its validation, and saving it. */
function useAddressForm(open: boolean, onClose: () => void) {
  const t = useTranslations('withdraw.addressBook');
  const [typed, setTyped] = useState(EMPTY_DRAFT);
  const { mutate, isPending, error, reset } = useAddAddress(() => {
    toast(t('saved', { label: typed.label.trim() }), 'done');
    setTyped(EMPTY_DRAFT);
    onClose();
  });
  const { data } = useQuery({ ...coinDetailsQuery(useLanguage()), enabled: open });
  const networks = listNetworks(
    data?.find(({ name }) => name === typed.asset),
    'withdraw',
  ).map((network) => ({ ...network, open: true }));
  const network = findChosenNetwork(networks, typed.tokenType);
  const draft: AddressDraft = { ...typed, tokenType: network?.tokenType ?? null };
  const validationError = validateAddressDraft(draft);
  const carried = getTagInAddress(draft);
  const link = checkPaymentLink(draft);
  const change = (part: Partial<AddressDraft>) => {
    reset();
    setTyped((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const destination = resolveTypedDestination(draft);
    if (validationError || isPending || draft.tokenType === null || destination.error !== null) return;
    mutate({
      label: draft.label.trim(),
      relatedCoin: draft.asset,
      tokenType: draft.tokenType,
      address: destination.address,
      ...(destination.tag !== null && { tag: destination.tag }),
    });
  };
  return { draft, networks, network, validationError, carried, link, isPending, error, change, submit };
}

function CoinField({ coin, onChange }: { coin: Asset; onChange: (coin: Asset) => void }) {
  const t = useTranslations('withdraw.addressBook');
  const format = useFormat();
  return (
    <Field label={t('coin')}>
      <Select
        value={coin as string}
        onChange={(next) => isAsset(next) && onChange(next)}
        options={COINS.map((code) => ({
          value: code as string,
          label: format.coin(code),
          detail: coinSymbol(code),
          icon: <CoinIcon coin={code} size={24} />,
        }))}
      />
    </Field>
  );
}

function AddressNetworks(props: {
  networks: Parameters<typeof NetworkField>[0]['networks'];
  value: string | null;
  onChange: (tokenType: string) => void;
}) {
  const t = useTranslations('withdraw');
  return <NetworkField label={t('network')} hint={t('networkHint')} closed={t('closed')} {...props} />;
}
