import { type RefObject, useLayoutEffect } from 'react';

// useModal opens a dialog of the browser while it is rendered. It returns the focus to the element that had it before. If that
// element no longer exists, such as a deleted row, the content of the page gets it.
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      element.close();
      const target = before?.isConnected && before !== document.body ? before : document.getElementById('main');
      target?.focus();
      rescueFocus();
    };
  }, [dialog]);
}

// The list may be read again some time after its row was deleted, together with the button that has the focus.
const rescueMilliseconds = [60, 300, 1_000];

function rescueFocus(): void {
  for (const wait of rescueMilliseconds) {
    setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('main')?.focus();
    }, wait);
  }
}
