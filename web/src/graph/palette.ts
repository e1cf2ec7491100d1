// The colors of a canvas, which cannot read the variables of a style sheet.
export interface Palette {
  edge: string;
  accent: string;
  faint: string;
  surface: string;
  hues: string[];
  tones: Record<'failed' | 'warning' | 'moving' | 'skip', string>;
}

const names = {
  edge: '--graph-edge',
  accent: '--accent',
  faint: '--graph-faint',
  surface: '--surface',
  failed: '--failed-fill',
  warning: '--warning-fill',
  moving: '--moving-fill',
  skip: '--skip',
} as const;

// readPalette resolves the variables for the theme of an element, with a probe inside of it.
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('i');
  // With a transition, even a very short one, the old color would be read.
  probe.style.transitionProperty = 'none';
  element.append(probe);
  const resolve = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const palette: Palette = {
    edge: resolve(names.edge),
    accent: resolve(names.accent),
    faint: resolve(names.faint),
    surface: resolve(names.surface),
    hues: Array.from({ length: 8 }, (_, index) => resolve(`--hue-${index}`)),
    tones: { failed: resolve(names.failed), warning: resolve(names.warning), moving: resolve(names.moving), skip: resolve(names.skip) },
  };
  probe.remove();
  return palette;
}
