import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { isZero } from '../../../lib/market/holdings.ts';
import { useNetworkName } from '../../../transfers/use-network-name.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from './coin-deposit.module.css';
import type { DepositAddress } from './use-address.ts';

/** Size of the QR code in pixels (requirements §9). */
const QR_SIZE_PX = 150;

interface AddressCardProps {
  coin: string;
  network: NetworkChoice;
  address: DepositAddress;
  onCopied: () => void;
}

/** The deposit address, with all warnings shown before it is used. */
export function AddressCard({ coin, network, address, onCopied }: AddressCardProps) {
  const t = useTranslations('coinDeposit');
  const format = useFormat();
  const networkName = useNetworkName()(network.tokenType);
  const { minDeposit: min } = address;
  return (
    <Stack gap={4}>
      <AddressQr key={address.address} address={address} />
      <Copyable
        label={t('address', { network: networkName })}
        text={address.address}
        copy={t('copyAddress')}
        onCopied={onCopied}
      />
      {address.tag !== null && (
        <>
          <Copyable label={t('tag')} text={address.tag} copy={t('copyTag')} onCopied={onCopied} loud />
          <Callout tone="warn" title={t('tagTitle')}>
            {t('tagText')}
          </Callout>
        </>
      )}
      <Facts
        facts={[
          ...(isZero(min)
            ? []
            : [{ key: 'min', label: t('min'), value: <Money value={min} asset={coin} /> }]),
          {
            key: 'confirmations',
            label: t('confirmations'),
            value: format.digits(address.neededConfirmations),
          },
        ]}
      />
      <Callout tone="warn" title={t('mind')}>
        <ul>
          <li>{t('onlyThis', { coin: format.coin(coin), network: networkName })}</li>
          {!isZero(min) && <li>{t('below', { min: format.money(min, coin) })}</li>}
          {address.contract !== null && <li>{t('onlyContract')}</li>}
        </ul>
      </Callout>
      {address.contract !== null && (
        <Copyable label={t('contract')} text={address.contract} copy={t('copyContract')} quiet />
      )}
    </Stack>
  );
}

/** The QR code of a payment link if the network has one; the person may switch to the bare address. */
function AddressQr({ address: { qrCode, linkQrCode, tag } }: { address: DepositAddress }) {
  const t = useTranslations('coinDeposit');
  const [chosenKind, setChosenKind] = useState<'link' | 'address'>('link');
  const shownKind = linkQrCode === null ? 'address' : chosenKind;
  return (
    <Stack gap={3} align="center">
      <img
        className={css.qr}
        src={`data:image/png;base64,${shownKind === 'link' ? linkQrCode : qrCode}`}
        alt={t('qr')}
        width={QR_SIZE_PX}
        height={QR_SIZE_PX}
      />
      {linkQrCode !== null && (
        <>
          <Segmented
            size="s"
            label={t('qrOf.label')}
            value={shownKind}
            onChange={setChosenKind}
            segments={[
              { key: 'link', label: t('qrOf.link') },
              { key: 'address', label: t('qrOf.address') },
            ]}
          />
          <Text size="s" tone="faint">
            {t(shownKind === 'link' && tag !== null ? 'qrHint.linkTag' : `qrHint.${shownKind}`)}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** As tall as the card without a tag. */
export function AddressCardSkeleton() {
  return (
    <Stack gap={4} aria-hidden>
      <Skeleton width={QR_SIZE_PX} height={QR_SIZE_PX} className={css.qr ?? ''} />
      <Skeleton height={98} className={css.block} />
      <Skeleton height={60} className={css.block} />
      <Skeleton height={116} className={css.block} />
    </Stack>
  );
}
