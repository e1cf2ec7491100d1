import { useEffect, useState } from 'react';
import { Problem } from '../api/problem';

// useCountdown returns the remaining seconds of the wait that the server requested.
export function useCountdown(error: Error | null): number {
  const [left, setLeft] = useState(0);
  const wait = error instanceof Problem ? (error.retryAfterSeconds ?? 0) : 0;

  useEffect(() => {
    setLeft(wait);
    if (wait === 0) return;
    const until = Date.now() + wait * 1_000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
      setLeft(remaining);
      if (remaining === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
    // A new error with the same wait restarts the countdown.
  }, [error, wait]);

  return left;
}
