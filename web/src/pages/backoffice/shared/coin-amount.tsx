import { useFormat } from '../../../lib/format/use-format.ts';
import { Money } from '../../../ui/values/money.tsx';

/** An amount with all its digits, for staff. */
export function CoinAmount({ value, coin }: { value: string; coin: string }) {
  return <Money value={value} asset={coin} decimals={18} />;
}

export function useAmountText(): (value: string, coin: string) => string {
  const { amount, unit } = useFormat();
  return (value, coin) => `\u2068${amount(value, coin, 18)}\u2069 ${unit(coin)}`;
}
