import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  text: string;
  /** Name of the copied value, for screen readers. */
  label?: string;
  /** With a text next to the icon. */
  wide?: boolean;
  disabled?: boolean;
  onCopied?: (() => void) | undefined;
}

export function CopyButton({ text, label, wide, disabled = false, onCopied }: CopyButtonProps) {
  const t = useTranslations('action');
  const [hasCopied, setHasCopied] = useState(false);

  useEffect(() => {
    if (!hasCopied) return;
    const timer = setTimeout(() => setHasCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [hasCopied]);

  const copy = () =>
    void navigator.clipboard?.writeText(text).then(() => {
      setHasCopied(true);
      onCopied?.();
    });
  const icon = hasCopied ? <IconCheck size={18} /> : <IconCopy size={18} />;
  const buttonText = hasCopied ? t('copied') : (label ?? t('copy'));
  return (
    <>
      {wide ? (
        <Button variant="ghost" size="s" icon={icon} disabled={disabled} onClick={copy}>
          {buttonText}
        </Button>
      ) : (
        <IconButton label={buttonText} size="s" disabled={disabled} onClick={copy}>
          {icon}
        </IconButton>
      )}
      <span className="hidden" role="status">
        {hasCopied ? t('copied') : ''}
      </span>
    </>
  );
}
