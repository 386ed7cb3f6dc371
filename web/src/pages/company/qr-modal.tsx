import type { Company } from '@sarraf/domain/contracts';
import { IconFileTypePng, IconFileTypeSvg, IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/browser/save-file.ts';
import { toast } from '../../lib/notices.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import css from './company.module.css';
import { QrCode, renderPngFile, renderSvgFile } from './qr.tsx';

/** Size of the QR code in pixels (requirements §9). */
const SIZE = 150;

export function QrModal({ store, open, onClose }: { store: Company; open: boolean; onClose: () => void }) {
  const t = useTranslations('company.store');
  const error = useTranslations('error');
  const savePng = () =>
    renderPngFile(store.qr).then(
      (file) => saveFile(file, 'sarraf-store.png'),
      () => toast(error('UNKNOWN'), 'problem'),
    );
  return (
    <Modal open={open} onClose={onClose} size="s" title={t('qrTitle')} description={t('qrText')}>
      <div className={css.qr}>
        <QrCode qr={store.qr} size={SIZE} label={t('qrAlt', { name: store.name })} />
      </div>
      <div className={css.stack}>
        <Cluster gap={3} align="stretch" wrap className={css.ways}>
          <Button
            variant="ghost"
            icon={<IconFileTypeSvg size={18} aria-hidden />}
            onClick={() => saveFile(renderSvgFile(store.qr), 'sarraf-store.svg')}
          >
            {t('svg')}
          </Button>
          <Button variant="ghost" icon={<IconFileTypePng size={18} aria-hidden />} onClick={savePng}>
            {t('png')}
          </Button>
        </Cluster>
        <LinkButton to="/profile/company/sheet" block icon={<IconPrinter size={18} aria-hidden />}>
          {t('sheet')}
        </LinkButton>
      </div>
    </Modal>
  );
}
