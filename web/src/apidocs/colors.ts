export type Scheme = 'light' | 'dark';

// followColors applies the choice that was made in the application, or the system's.
export function followColors(): Scheme {
  const scheme = chosenScheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.scheme = scheme;
  return scheme;
}

function chosenScheme(): Scheme | undefined {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}
