import { useEffect, useState } from 'react';
import { CountdownPie } from '../ui/values/countdown.tsx';
import { HOLD_MS } from './held-price.ts';

const STEP_MS = 1000;

/** Whole seconds until a moment, counted again each second. */
export function useSecondsTo(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.min(Math.ceil((until - now) / STEP_MS), HOLD_MS / STEP_MS));
}

/** The ring that empties while a price holds. Nothing is announced: prices come and go all the time. */
export function PriceCountdown({ until }: { until: number }) {
  const seconds = useSecondsTo(until);
  return <CountdownPie share={(seconds * STEP_MS) / HOLD_MS} />;
}
