import { useState } from 'react';

interface Edit<T> {
  value: T;
  // The stored version that the user started from.
  version: number | undefined;
}

export interface Edited<T> {
  // What the form shows.
  value: T;
  isChanged: boolean;
  // The version to save with: the server refuses it if someone else saved since.
  version: number | undefined;
  change: (value: T) => void;
  reset: () => void;
  // complete ends the edit after a value was saved, unless the user has changed it since.
  complete: (saved: T, version?: number) => void;
}

// useEdited holds what a user changes of a stored value. Without changes it follows the stored value; with changes it keeps
// them, also if someone else saves another value.
export function useEdited<T>(stored: T, version?: number): Edited<T> {
  const [edit, setEdit] = useState<Edit<T>>();
  const isChanged = edit !== undefined && JSON.stringify(edit.value) !== JSON.stringify(stored);
  return {
    value: edit ? edit.value : stored,
    isChanged,
    version: isChanged ? edit.version : version,
    change: (value) => setEdit({ value, version: isChanged ? edit.version : version }),
    reset: () => setEdit(undefined),
    complete: (saved, next) => setEdit((old) => (old && old.value !== saved ? { value: old.value, version: next } : undefined)),
  };
}
