import type { Scheme } from './colors';

const palettes: Record<Scheme, Record<string, string>> = {
  light: {
    'bg-color': '#ffffff',
    'text-color': '#16262a',
    'primary-color': '#0e6878',
    'nav-bg-color': '#f1f6f6',
    'nav-text-color': '#16262a',
    'nav-hover-bg-color': '#e0f1f3',
    'nav-hover-text-color': '#0e6878',
    'nav-accent-color': '#0e6878',
  },
  dark: {
    'bg-color': '#152022',
    'text-color': '#dbe4e5',
    'primary-color': '#7cc4d0',
    'nav-bg-color': '#121b1d',
    'nav-text-color': '#dbe4e5',
    'nav-hover-bg-color': '#17343a',
    'nav-hover-text-color': '#7cc4d0',
    'nav-accent-color': '#7cc4d0',
  },
};

const options: Record<string, string> = {
  'spec-url': '/api/openapi.json',
  'show-header': 'false',
  'show-method-in-nav-bar': 'as-colored-text',
  'allow-server-selection': 'false',
  'allow-spec-file-download': 'false',
  'schema-style': 'table',
  'default-schema-tab': 'schema',
  // Requests from the page use the session of the signed-in user.
  'fetch-credentials': 'same-origin',
  // No web fonts. A token that a user types in is discarded with the page.
  'load-fonts': 'false',
  'persist-auth': 'false',
  'regular-font': 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  'mono-font': 'ui-monospace, Menlo, Consolas, "Liberation Mono", monospace',
};

// A narrow window has no room for the list of operations, so it gets one page with all of them, folded.
const renderStyle = () => (matchMedia('(max-width: 48em)').matches ? 'view' : 'focused');

export function newDocumentation(scheme: Scheme): HTMLElement {
  const element = document.createElement('rapi-doc');
  element.setAttribute('render-style', renderStyle());
  for (const [name, value] of Object.entries({ theme: scheme, ...options, ...palettes[scheme] })) {
    element.setAttribute(name, value);
  }
  return element;
}
