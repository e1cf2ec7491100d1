import { useEffect, useRef } from 'react';

interface EditorKeys {
  onSave: () => void;
  onPreview: () => void;
}

// useEditorKeys handles mod+s and mod+Enter everywhere on the page, also in the text editor.
export function useEditorKeys(keys: EditorKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (document.querySelector('[role="dialog"]')) return;
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
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

// commitField ends the edit of a field, which takes effect when the field is left.
function commitField(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  if (field.isConnected) field.focus();
}
