import { IconRefresh, IconShieldCheck, IconWallet } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Link } from '../framework/navigation/router.tsx';
import { Button, LinkButton } from '../ui/buttons/button.tsx';
import { CopyButton } from '../ui/buttons/copy-button.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import css from './receipt.module.css';
import { useIssuedCode } from './use-issued-code.ts';
import type { Receipt } from './use-receipt.ts';

/** The next steps after a receipt, and the verification code by which its holder can verify it. */
export function ReceiptEnd({ receipt, onLeave }: { receipt: Receipt; onLeave: () => void }) {
  return (
    <div className={css.end}>
      <VerificationCode receipt={receipt} />
      <NextSteps receipt={receipt} onLeave={onLeave} />
    </div>
  );
}

function VerificationCode({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('verify');
  const tAction = useTranslations('action');
  const { data, isError, refetch } = useIssuedCode(receipt.of);
  return (
    <div className={css.code} data-verification>
      <IconShieldCheck size={20} aria-hidden />
      <div>
        <small>{t('code')}</small>
        {data ? (
          <Link to={`/verify/${data.code}`} title={t('check')} className={css.codeText}>
            <bdi className="latin">{data.code}</bdi>
          </Link>
        ) : isError ? (
          <span>{t('noCode')}</span>
        ) : (
          <Skeleton width={240} />
        )}
      </div>
      {data && <CopyButton text={data.code} label={t('copyCode')} />}
      {isError && (
        <Button variant="text" size="s" onClick={() => void refetch()}>
          {tAction('retry')}
        </Button>
      )}
    </div>
  );
}

function NextSteps({ receipt, onLeave }: { receipt: Receipt; onLeave: () => void }) {
  const t = useTranslations('verify');
  const { again, coin } = receipt;
  return (
    <div className={css.onward}>
      <LinkButton
        to={`/profile/wallet/movements?coin=${coin}`}
        variant="text"
        size="s"
        icon={<IconWallet size={18} aria-hidden />}
        onClick={onLeave}
      >
        {t('seeInWallet')}
      </LinkButton>
      <LinkButton
        to={again.to}
        variant="text"
        size="s"
        icon={<IconRefresh size={18} aria-hidden />}
        onClick={onLeave}
      >
        {t(again.word)}
      </LinkButton>
    </div>
  );
}
