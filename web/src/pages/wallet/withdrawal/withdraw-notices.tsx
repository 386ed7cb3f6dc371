import type { Asset } from '@sarraf/domain';
import { IconLockPause } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import type { WithdrawTerms } from './use-withdraw-terms.ts';
import css from './withdraw.module.css';

/** Withdrawals are blocked: until when, and why. */
export function HoldNotice({ terms }: { terms: WithdrawTerms | undefined }) {
  const t = useTranslations('withdraw.hold');
  const { dateTime } = useFormat();
  if (!terms?.holdReason) return null;
  return (
    <Callout tone="warn" title={t('title')} icon={<IconLockPause size={20} aria-hidden />}>
      {t.rich(terms.holdReason, {
        until: terms.heldUntil === null ? '' : dateTime(terms.heldUntil),
        b: (chunks) => <bdi className={css.until}>{chunks}</bdi>,
      })}
    </Callout>
  );
}

/** Notes before a withdrawal: staff review, the whitelist. */
export function WithdrawNotices({ terms, asset }: { terms: WithdrawTerms | undefined; asset: Asset }) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  if (!terms) return null;
  const { reviewFrom } = terms;
  return (
    <>
      {reviewFrom !== null && (
        <Callout>
          {t('review', {
            from: format.money(reviewFrom, asset),
          })}
        </Callout>
      )}
      {terms.whitelistOnly && <Callout>{t('whitelist')}</Callout>}
    </>
  );
}
