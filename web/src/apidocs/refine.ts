import type { Scheme } from './colors';

// RapiDoc's default colors for methods have too little contrast for WCAG AA. The style sheet is created by script,
// which the content security policy allows, and added to the shadow root of the element, because no other style
// sheet applies there.
const inks: Record<Scheme, Record<string, string>> = {
  light: { blue: '#1b55a8', green: '#2b6a12', red: '#a81c27', orange: '#8a4b00', yellow: '#705e00', purple: '#6b2fa0' },
  dark: { blue: '#9cc4ff', green: '#9fd487', red: '#ffa3a3', orange: '#ffc078', yellow: '#e6d36a', purple: '#d5b3ff' },
};

const methodInks: Record<string, string> = { get: 'blue', post: 'green', put: 'orange', patch: 'yellow', delete: 'red', head: 'yellow' };

function readableColors(scheme: Scheme): string {
  const named = Object.entries(inks[scheme]).map(([name, value]) => `--${name}: ${value};`);
  const methods = Object.entries(methodInks).map(([method, ink]) => `--nav-${method}-color: var(--${ink});`);
  const patch = `.nav-method.as-colored-text.patch { color: ${inks[scheme].yellow}; }`;
  const placeholder = '::placeholder { color: inherit !important; opacity: 0.75 !important; }';
  return `:host, * { ${[...named, ...methods].join(' ')} } ${patch} ${placeholder}`;
}

// refine improves what RapiDoc renders when the document has loaded: readable colors, and a name for its
// navigation, which is the second one on the page.
export function refine(element: HTMLElement, scheme: Scheme): void {
  element.addEventListener('spec-loaded', () => {
    const shadow = element.shadowRoot;
    if (!shadow) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(readableColors(scheme));
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
    requestAnimationFrame(() => shadow.querySelector('nav')?.setAttribute('aria-label', 'Operations'));
  });
}
