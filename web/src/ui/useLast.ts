import { useEffect, useState } from 'react';

// useLast keeps the last value that was there, so that a dialog does not lose its words while it fades out.
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== undefined) setLast(value);
  }, [value]);
  return value ?? last;
}
