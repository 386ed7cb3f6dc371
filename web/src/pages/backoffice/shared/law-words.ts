import { useTranslations } from 'use-intl';
import { toActionKey } from './action-key.ts';

/** Returns the name and description of a ledger law; for an unknown law the server's name. */
export function useLawTexts(): (law: string) => { name: string; text: string } {
  const t = useTranslations('staffLaws.law');
  return (law) => {
    const key = toActionKey(law) as 'each_asset_sums_to_zero';
    return t.has(`${key}.name`)
      ? { name: t(`${key}.name`), text: t(`${key}.text`) }
      : { name: law, text: '' };
  };
}
