import { coinIcon } from '../../lib/market/coins.ts';

/** Decorative: the coin's name is always next to it. */
export function CoinIcon({
  coin,
  size = 32,
  className,
}: {
  coin: string;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <img
      src={coinIcon(coin)}
      alt=""
      width={size}
      height={size}
      className={className}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
