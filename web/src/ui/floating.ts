// The position of something that floats next to an element of the page, such as a menu. It is fixed to the window, so that
// parts of the page that scroll do not cut it off.

export interface FloatingOptions {
  // The side where it floats if there is space; otherwise it is on the other one.
  side: 'above' | 'below';
  align: 'start' | 'center' | 'end';
}

const gap = 6;
const margin = 8;

// place moves a floating element next to its target.
export function place(floating: HTMLElement, target: Element, { side, align }: FloatingOptions): void {
  const { width, height } = floating.getBoundingClientRect();
  const at = target.getBoundingClientRect();
  const { innerWidth, innerHeight } = window;
  const above = at.top - gap - height;
  const below = at.bottom + gap;
  const fitsAbove = above >= margin;
  const fitsBelow = below + height <= innerHeight - margin;
  const isAbove = side === 'above' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const left = { start: at.left, center: at.left + (at.width - width) / 2, end: at.right - width }[align];
  floating.style.top = `${Math.max(margin, isAbove ? above : Math.min(below, innerHeight - margin - height))}px`;
  floating.style.left = `${Math.max(margin, Math.min(left, innerWidth - margin - width))}px`;
}
