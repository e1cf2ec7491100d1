// The shortcuts of the application: the keyboard handler and the shortcut dialog both read this list.

export interface PageShortcut {
  // Pressed in this order.
  keys: [string, string];
  label: string;
  to: '/projects' | '/build' | '/deploy' | '/runs' | '/jobs' | '/catalog' | '/admin/users' | '/admin/connections' | '/account';
  forAdministrators?: boolean;
}

export const pageShortcuts: PageShortcut[] = [
  { keys: ['g', 'p'], label: 'Go to the projects', to: '/projects' },
  { keys: ['g', 'b'], label: 'Go to Build', to: '/build' },
  { keys: ['g', 'd'], label: 'Go to Deploy', to: '/deploy' },
  { keys: ['g', 'r'], label: 'Go to the runs', to: '/runs' },
  { keys: ['g', 'j'], label: 'Go to the jobs', to: '/jobs' },
  { keys: ['g', 'k'], label: 'Go to the catalog', to: '/catalog' },
  { keys: ['g', 'u'], label: 'Go to the users', to: '/admin/users', forAdministrators: true },
  { keys: ['g', 'c'], label: 'Go to the connections', to: '/admin/connections', forAdministrators: true },
  { keys: ['g', 'a'], label: 'Go to your account', to: '/account' },
];

const storageKey = 'millrace-single-keys';

// Users of speech input, and users with a tremor, need to switch single keys off (WCAG 2.1.4).
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}
