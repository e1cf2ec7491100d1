// The shortcuts of the application in one list: the keyboard obeys it and the sheet shows it.

export interface PageShortcut {
  // Pressed one after the other.
  keys: [string, string];
  label: string;
  to: '/projects' | '/deploy' | '/admin/users' | '/admin/connections' | '/account';
  forAdministrators?: boolean;
}

export const pageShortcuts: PageShortcut[] = [
  { keys: ['g', 'p'], label: 'Go to the projects', to: '/projects' },
  { keys: ['g', 'd'], label: 'Go to Deploy', to: '/deploy' },
  { keys: ['g', 'u'], label: 'Go to the users', to: '/admin/users', forAdministrators: true },
  { keys: ['g', 'c'], label: 'Go to the connections', to: '/admin/connections', forAdministrators: true },
  { keys: ['g', 'a'], label: 'Go to your account', to: '/account' },
];

const storageKey = 'millrace-single-keys';

// People who speak to their computer, or whose hands tremble, need to switch single keys off (WCAG 2.1.4).
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
