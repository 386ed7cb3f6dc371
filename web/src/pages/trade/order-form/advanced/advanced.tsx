import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { getInitialMessages } from '../../../../framework/i18n/messages.ts';
import { toast } from '../../../../lib/notices.ts';
import { cx } from '../../../../ui/class-names.ts';
import type { OrderFormModel } from '../use-order-form.ts';
import css from './advanced.module.css';
import { advancedPart } from './part.ts';
import { DEFAULT_ADVANCED, dropInapplicable } from './state.ts';

const KEY = 'sarraf.advanced';

/** A collapsed section with all options beyond limit and market orders; collapsing it restores the simple form. */
export function AdvancedSection({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange.advanced');
  const id = useId();
  const { form, setMore } = model;
  const [open, setOpen] = useState(() => form.more.extra !== 'none' || loadWasOpen());
  const part = useSyncExternalStore(advancedPart.subscribe, advancedPart.getLoaded, () => null);
  useEffect(() => {
    if (!open) return;
    advancedPart.preload().catch(() => {
      toast(getInitialMessages().error.OFFLINE, 'problem');
      setOpen(false);
    });
  }, [open]);
  const toggle = () => {
    // Hidden options must not apply.
    if (open) setMore(dropInapplicable(DEFAULT_ADVANCED, form.kind, form.side));
    setOpen(!open);
    try {
      localStorage.setItem(KEY, open ? '' : 'open');
    } catch {
      // Without storage the choice holds for this page only.
    }
  };
  return (
    <div className={css.advanced}>
      <button type="button" className={css.turn} aria-expanded={open} aria-controls={id} onClick={toggle}>
        {t('open')}
        <IconChevronDown size={15} aria-hidden className={cx(css.chevron, open && css.up)} />
      </button>
      <div id={id} className={css.parts} hidden={!open}>
        {open && part && <part.AdvancedPanel model={model} />}
      </div>
    </div>
  );
}

function loadWasOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'open';
  } catch {
    return false;
  }
}
