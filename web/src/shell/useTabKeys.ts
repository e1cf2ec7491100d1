import { useKeySequences } from './useKeySequences';

// useTabKeys opens the tabs of the page with the keys 1 to 9, in the order of their links.
export function useTabKeys(): void {
  useKeySequences((keys) => {
    if (!/^[1-9]$/.test(keys)) return false;
    const link = document.querySelectorAll<HTMLElement>('[data-tabs] a')[Number(keys) - 1];
    link?.click();
    return link !== undefined;
  });
}
