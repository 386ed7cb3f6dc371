import type { Company, moveReceiptsToWallet } from '@sarraf/domain/contracts';
import { IconExternalLink, IconQrcode, IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { isZero } from '../../lib/market/holdings.ts';
import { toast } from '../../lib/notices.ts';
import { refetchMoney } from '../../transfers/refresh-money.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { StoreMark } from '../../ui/images/store-mark.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import css from './company.module.css';
import { shortenPaymentLink } from './form.ts';
import { LogoModal } from './logo-modal.tsx';
import { QrModal } from './qr-modal.tsx';
import { cacheStore, refetchStore } from './queries.ts';

/** The received amounts, and the ways to receive payments. */
export function StoreCard({ store }: { store: Company }) {
  const t = useTranslations('company.store');
  const [qr, setQr] = useState(false);
  const [logo, setLogo] = useState(false);
  return (
    <Card
      title={
        <span className={css.named}>
          <StoreMark name={store.name} logo={store.logo} size={40} />
          <bdi>{store.name}</bdi>
        </span>
      }
      aside={
        <Button variant="text" size="s" aria-haspopup="dialog" onClick={() => setLogo(true)}>
          {t('logo')}
        </Button>
      }
      raised
    >
      <p className={css.note}>{t('receiptsText')}</p>
      <MoveToWallet store={store} />
      <Cluster gap={3} rowGap={2} wrap className={css.link}>
        <span className={css.label}>{t('link')}</span>
        <bdi dir="ltr" className={css.address}>
          {shortenPaymentLink(store.paymentLink)}
        </bdi>
        <CopyButton text={store.paymentLink} label={t('copyLink')} wide />
      </Cluster>
      <Cluster gap={3} align="stretch" wrap className={css.ways}>
        <Button variant="ghost" icon={<IconQrcode size={18} aria-hidden />} onClick={() => setQr(true)}>
          {t('qr')}
        </Button>
        <LinkButton
          to={`/company-deposit?id=${store.id}`}
          variant="ghost"
          icon={<IconExternalLink size={18} aria-hidden />}
        >
          {t('open')}
        </LinkButton>
      </Cluster>
      <LogoModal store={store} open={logo} onClose={() => setLogo(false)} />
      <QrModal store={store} open={qr} onClose={() => setQr(false)} />
    </Card>
  );
}

function MoveToWallet({ store }: { store: Company }) {
  const t = useTranslations('company.store');
  const failure = useErrorMessages();
  const format = useFormat();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      (
        await call<typeof moveReceiptsToWallet>('POST', '/company/to-wallet', {
          idempotencyKey: newIdempotencyKey(),
        })
      ).baseDTO,
    onSuccess: ({ amount, company }) => {
      cacheStore(company);
      refetchStore();
      refetchMoney();
      toast(t('moved', { amount: format.money(amount, 'TOMAN') }), 'done');
    },
    onError: failure.show,
    onSettled: () => setIsConfirming(false),
  });
  return (
    <>
      <Button
        block
        icon={<IconWallet size={18} aria-hidden />}
        disabledReason={isZero(store.receipts) ? t('nothing') : null}
        onClick={() => setIsConfirming(true)}
      >
        {t('toWallet')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('toWalletTitle')}
        text={t('toWalletText')}
        confirm={t('toWallet')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
