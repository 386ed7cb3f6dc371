import { useTranslations } from 'use-intl';
import { actionKey } from './action-key.ts';

/** What a law of the books is called and says; of one that the dictionary doesn't know yet, what the server calls it. */
export function useLawWords(): (law: string) => { name: string; text: string } {
  const t = useTranslations('staffLaws.law');
  return (law) => {
    const key = actionKey(law) as 'each_asset_sums_to_zero';
    return t.has(`${key}.name`)
      ? { name: t(`${key}.name`), text: t(`${key}.text`) }
      : { name: law, text: '' };
  };
}
