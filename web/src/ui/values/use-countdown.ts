import { useCallback, useEffect, useState } from 'react';

export interface CountdownState {
  /** Whole seconds left; 0 at the end. */
  left: number;
  total: number;
  ended: boolean;
  /** Starts again, optionally with another duration. */
  restart: (seconds?: number) => void;
}

/** Counts down to a moment instead of counting ticks, so that a sleeping tab doesn't delay it. */
export function useCountdown(seconds: number): CountdownState {
  const [run, setRun] = useState(() => ({ total: seconds, end: Date.now() + seconds * 1000 }));
  const [secondsLeft, setSecondsLeft] = useState(seconds);

  useEffect(() => {
    const updateLeft = () => {
      const remaining = Math.max(0, Math.ceil((run.end - Date.now()) / 1000));
      setSecondsLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    };
    const timer = setInterval(updateLeft, 250);
    updateLeft();
    return () => clearInterval(timer);
  }, [run]);

  const restart = useCallback((next?: number) => {
    setRun((old) => {
      const total = next ?? old.total;
      setSecondsLeft(total);
      return { total, end: Date.now() + total * 1000 };
    });
  }, []);
  return { left: secondsLeft, total: run.total, ended: secondsLeft === 0, restart };
}
