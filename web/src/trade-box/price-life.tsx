import { useEffect, useState } from 'react';
import { CountdownPie } from '../ui/values/countdown.tsx';
import { HOLD_MS } from './held-price.ts';

const STEP_MS = 1000;

/** Returns the whole seconds until a moment, updated every second. */
export function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.min(Math.ceil((until - now) / STEP_MS), HOLD_MS / STEP_MS));
}

/** A ring that empties while a price is valid. Not announced to screen readers, since prices change all the time. */
export function PriceCountdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return <CountdownPie share={(seconds * STEP_MS) / HOLD_MS} />;
}
