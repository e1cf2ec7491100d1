import { useEffect, useRef } from 'react';
import { commitField, isUncommitted } from './commitField';

interface EditorKeys {
  onSave: () => void;
  onPreview: () => void;
  onNextProblem: () => void;
}

// useEditorKeys handles mod+s, mod+Enter and F8 everywhere on the page. In the text editor F8 starts at the cursor.
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'F8' && !(event.target as Element).closest('.cm-editor')) {
        event.preventDefault();
        latest.current.onNextProblem();
      }
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (event.key.toLowerCase() === 's') {
        event.preventDefault();
        commitField();
        // The change of the field is part of what is saved.
        setTimeout(() => latest.current.onSave());
      } else if (event.key === 'Enter') {
        event.preventDefault();
        latest.current.onPreview();
      }
    };
    // A reload in the middle of an edit asks, and the edit is part of the draft.
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isUncommitted()) return;
      event.preventDefault();
      commitField();
    };
    document.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('beforeunload', onBeforeUnload);
    };
  }, []);
}
