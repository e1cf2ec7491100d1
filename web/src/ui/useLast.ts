import { useEffect, useState } from 'react';

// useLast returns the last defined value, so that a dialog keeps its text while it fades out.
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== undefined) setLast(value);
  }, [value]);
  return value ?? last;
}
