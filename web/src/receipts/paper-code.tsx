import type { IssuedCode } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import css from './paper-code.module.css';

const QR = 96;

/** Verification code at the end of a document, by which its holder can verify it. */
export function DocumentVerificationCode({ code: { code, link, qrCode } }: { code: IssuedCode }) {
  const t = useTranslations('verify');
  const site = `\u2066${link.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')}\u2069`;
  return (
    <section className={css.code} data-verification>
      <img src={`data:image/png;base64,${qrCode}`} alt="" width={QR} height={QR} />
      <div>
        <small>{t('code')}</small>
        <bdi className="latin">{code}</bdi>
        <small>{t('paperNote', { site })}</small>
      </div>
    </section>
  );
}
