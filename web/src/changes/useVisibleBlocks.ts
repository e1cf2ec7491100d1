import { useEffect, useState } from 'react';

// blockID is the id of the element of a change.
export const blockID = (key: string) => `change-${key.replaceAll(/\s/g, '_')}`;

// useVisibleBlocks returns the changes that are in the window, in their order. The keys are separated by lines.
export function useVisibleBlocks(keys: string): string[] {
  const [visible, setVisible] = useState<string[]>([]);
  useEffect(() => {
    const shown = new Set<string>();
    const list = keys.split('\n').filter(Boolean);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = (target as HTMLElement).dataset.key ?? '';
          if (isIntersecting) shown.add(key);
          else shown.delete(key);
        }
        setVisible(list.filter((key) => shown.has(key)));
      },
      { rootMargin: '-60px 0px 0px 0px' },
    );
    for (const key of list) {
      const block = document.getElementById(blockID(key));
      if (block) observer.observe(block);
    }
    return () => observer.disconnect();
  }, [keys]);
  return visible;
}
