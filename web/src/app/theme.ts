import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
  createTheme,
  defaultVariantColorsResolver,
} from '@mantine/core';

// One blue-green for interactive elements, and grays with a tint of it for the rest.
const water: MantineColorsTuple = [
  '#e6f4f6', '#cfe8ec', '#a3d6de', '#7cc4d0', '#55b0bf', '#339bac', '#1d8799', '#0e6878', '#0b5664', '#08414c',
];
const slate: MantineColorsTuple = [
  '#dbe4e5', '#bdcacc', '#94a5a8', '#6b7d80', '#324346', '#263538', '#1b2729', '#131c1e', '#0e1517', '#0a1011',
];
const monospace = 'ui-monospace, "SFMono-Regular", "JetBrains Mono", Menlo, Consolas, "Liberation Mono", monospace';

// Colored text and lines use the colors of tokens.css, which are readable in both themes.
const inks: Record<string, string> = {
  water: 'var(--accent)',
  red: 'var(--failed)',
  orange: 'var(--warning)',
  green: 'var(--idle)',
};

const readableColors: VariantColorsResolver = (input) => {
  const standard = defaultVariantColorsResolver(input);
  const ink = inks[input.color ?? input.theme.primaryColor];
  if (!ink || (input.variant !== 'subtle' && input.variant !== 'outline')) return standard;
  return { ...standard, color: ink, border: input.variant === 'outline' ? `1px solid ${ink}` : standard.border };
};

export const theme = createTheme({
  primaryColor: 'water',
  primaryShade: 7,
  variantColorResolver: readableColors,
  colors: { water, dark: slate },
  black: '#10191b',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: monospace,
  headings: { fontWeight: '650' },
  components: {
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password', tabIndex: 0 } } },
  },
});

// Mantine's default grays for secondary text and placeholders have too little contrast for WCAG AA.
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fafcfc',
    '--mantine-color-dimmed': '#54666a',
    '--mantine-color-placeholder': '#61747a',
    '--mantine-color-error': '#b3202b',
    '--mantine-color-anchor': '#0e6878',
  },
  dark: {
    '--mantine-color-body': '#0f1719',
    '--mantine-color-dimmed': '#9fb0b3',
    '--mantine-color-placeholder': '#8fa1a4',
    '--mantine-color-error': '#ff9d9d',
    '--mantine-color-anchor': '#7cc4d0',
  },
});
