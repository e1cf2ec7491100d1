import { type KeyboardEvent, type MouseEvent, useState } from 'react';

// useChosenBar chooses one of the bars of a chart, the newest on the right, with the pointer or the arrow keys. A chart has room
// for more bars than there are values.
export function useChosenBar(values: number, bars: number) {
  const [chosen, setChosen] = useState<number>();
  const choose = (index: number) => setChosen(Math.max(0, Math.min(values - 1, index)));
  const forget = () => setChosen(undefined);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    choose((chosen ?? 0) + step);
  }

  function onMouseMove(event: MouseEvent<HTMLAnchorElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    choose(bars - 1 - Math.floor(((event.clientX - box.left) / box.width) * bars));
  }

  return { chosen, handlers: { onKeyDown, onMouseMove, onMouseLeave: forget, onBlur: forget } };
}
