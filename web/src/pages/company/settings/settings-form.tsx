import { COINS, isAsset, MAX_LINK_LENGTH } from '@sarraf/domain';
import type { Company } from '@sarraf/domain/contracts';
import { IconClipboard } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { AccessProblem } from '../../../access/parts.tsx';
import { checkPaymentLink, getTagInAddress } from '../../../address-book/destination.ts';
import { LinkOffer, useLinkErrorText } from '../../../address-book/link-offer.tsx';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { coinSymbol } from '../../../lib/market/coins.ts';
import { toast } from '../../../lib/notices.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Combobox } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import css from '../company.module.css';
import { PERIODS } from '../form.ts';
import { CodeStep } from './code-step.tsx';
import { SettlementPreview } from './dry-run.tsx';
import { type SettlementSettingsState, useSettlementSettings } from './use-settings.ts';

interface SettingsFormProps {
  store: Company;
  cancellable: boolean;
  onDone: () => void;
}

export function SettingsForm({ store, cancellable, onDone }: SettingsFormProps) {
  const t = useTranslations('company.settings');
  const failure = useErrorMessages();
  const form = useSettlementSettings(store, onDone);
  const { draft, draftError, change, busy } = form;
  if (form.codePrompt)
    return <CodeStep form={form} prompt={form.codePrompt} later={store.coinEntity !== null} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={css.stack} onSubmit={submit} noValidate>
      <CoinField form={form} />
      <NetworkField form={form} />
      <AddressFields form={form} />
      <Field label={t('period')} framed={false} hint={draft.period ? t(`hint${draft.period}`) : undefined}>
        <Segmented
          block
          label={t('period')}
          segments={PERIODS.map((key) => ({ key, label: t(key) }))}
          value={draft.period ?? ('' as never)}
          onChange={(period) => change({ period })}
        />
      </Field>
      {draft.coin && draft.network && <SettlementPreview coin={draft.coin} network={draft.network} />}
      <AccessProblem text={form.error ? failure.text(form.error) : null} />
      <Cluster gap={3} align="stretch" wrap className={css.ways}>
        <Button type="submit" busy={busy} disabledReason={draftError && t(`error.${draftError}`)}>
          {t(form.needsCode ? 'submit' : 'save')}
        </Button>
        {cancellable && (
          <Button variant="ghost" disabled={busy} onClick={onDone}>
            {t('cancel')}
          </Button>
        )}
      </Cluster>
    </form>
  );
}

function CoinField({ form }: { form: SettlementSettingsState }) {
  const t = useTranslations('company.settings');
  const format = useFormat();
  return (
    <Field label={t('coin')} hint={t('coinHint')}>
      <Combobox
        value={form.draft.coin ?? ''}
        onChange={form.setCoin}
        options={COINS.map((coin) => ({
          value: coin,
          label: format.coin(coin),
          detail: coinSymbol(coin),
          names: [coinSymbol(coin), coin],
        }))}
        searchLabel={t('searchCoin')}
        noneText={t('noCoin')}
        placeholder={t('chooseCoin')}
      />
    </Field>
  );
}

function NetworkField({ form }: { form: SettlementSettingsState }) {
  const t = useTranslations('company.settings');
  const networkName = useNetworkName();
  const { draft, networks, change } = form;
  return (
    <Field label={t('network')}>
      <Select
        value={draft.network}
        onChange={(network) => change({ network, address: '', tag: '' })}
        disabled={networks.length === 0}
        placeholder={t('chooseNetwork')}
        options={networks.map(({ tokenType, withdrawEnable }) => ({
          value: tokenType,
          label: networkName(tokenType),
          disabled: !withdrawEnable,
          ...(!withdrawEnable && { detail: t('closed') }),
        }))}
      />
    </Field>
  );
}

function AddressFields({ form }: { form: SettlementSettingsState }) {
  const t = useTranslations('company.settings');
  const withdraw = useTranslations('withdraw');
  const { draft, change, draftError, tagNeeded } = form;
  const { coin, network, address, tag } = draft;
  const typed = isAsset(coin) ? { asset: coin, tokenType: network, address, tag } : null;
  const tagInAddress = typed && getTagInAddress(typed);
  const link = typed && checkPaymentLink(typed);
  const toErrorText = useLinkErrorText();
  const linkError = link && toErrorText(link.error, link.target);
  const handlePaste = () => {
    const read = navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'));
    read.then(
      (text) => change({ address: text.trim() }),
      () => toast(t('pasteFailed'), 'problem'),
    );
  };
  return (
    <>
      <Field
        label={t('address')}
        error={linkError ?? (draftError === 'BAD_ADDRESS' ? t('error.BAD_ADDRESS') : null)}
      >
        <TextInput
          latin
          name="walletAddress"
          autoComplete="off"
          // One more than the maximum length of a link: a truncated one is refused, not read without its tag.
          maxLength={MAX_LINK_LENGTH + 1}
          value={draft.address}
          disabled={draft.network === null}
          onChange={(event) => change({ address: event.target.value })}
          after={
            <IconButton size="s" label={t('paste')} disabled={draft.network === null} onClick={handlePaste}>
              <IconClipboard size={18} aria-hidden />
            </IconButton>
          }
        />
      </Field>
      {typed && link && (
        <LinkOffer
          asset={typed.asset}
          target={link.target}
          onTarget={(target) => change({ coin: target.asset, network: target.tokenType, tag: '' })}
        />
      )}
      {tagInAddress !== null && <Callout>{withdraw('carriedTag', { tag: tagInAddress })}</Callout>}
      {tagNeeded && tagInAddress === null && (
        <Field label={t('tag')} hint={t('tagHint')}>
          <TextInput
            latin
            name="tag"
            autoComplete="off"
            maxLength={100}
            value={draft.tag}
            onChange={(event) => change({ tag: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
