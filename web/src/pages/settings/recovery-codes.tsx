import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { downloadText, printText } from './paper.ts';
import css from './recovery.module.css';
import { formatRecoveryCodes } from './two-step.ts';

interface RecoveryCodesProps {
  /** Null closes the dialog. */
  codes: readonly string[] | null;
  email: string;
  onClose: () => void;
}

const FILE = 'sarraf-recovery-codes.txt';

/** Shows the codes only once: the dialog closes only after the person confirms that they have saved them. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const t = useTranslations('settings.recovery');
  const [areSaved, setAreSaved] = useState(false);
  useEffect(() => {
    if (codes) setAreSaved(false);
  }, [codes]);
  return (
    <Modal
      open={codes !== null}
      onClose={onClose}
      dismissible={false}
      title={t('modalTitle')}
      description={t('modalText')}
      footer={
        <Button size="l" disabledReason={areSaved ? null : t('needKept')} onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      {codes && (
        <>
          <ul className={css.codes} dir="ltr">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CodeActions codes={codes} email={email} />
          <Checkbox checked={areSaved} onChange={(event) => setAreSaved(event.target.checked)}>
            {t('kept')}
          </Checkbox>
        </>
      )}
    </Modal>
  );
}

/** Copy, download and print. */
function CodeActions({ codes, email }: { codes: readonly string[]; email: string }) {
  const t = useTranslations('settings.recovery');
  const { date } = useFormat();
  const paper = formatRecoveryCodes(
    {
      title: t('fileTitle'),
      account: t('fileAccount', { email }),
      date: t('fileDate', { date: date(new Date().toISOString()) }),
      note: t('fileNote'),
    },
    codes,
  );
  return (
    <Cluster gap={2} align="stretch" wrap className={css.ways}>
      <CopyButton wide text={codes.join('\n')} label={t('copy')} />
      <Button
        variant="ghost"
        size="s"
        icon={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadText(paper, FILE)}
      >
        {t('download')}
      </Button>
      <Button
        variant="ghost"
        size="s"
        icon={<IconPrinter size={18} aria-hidden />}
        onClick={() => printText(paper)}
      >
        {t('print')}
      </Button>
    </Cluster>
  );
}
