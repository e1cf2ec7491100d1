export type Scheme = 'light' | 'dark';

// followColors applies the color scheme of the application, or of the system if none was chosen.
export function followColors(): Scheme {
  const scheme = chosenScheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  document.documentElement.dataset.scheme = scheme;
  return scheme;
}

function chosenScheme(): Scheme | undefined {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}
