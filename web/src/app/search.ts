// The state that the application stores in the URL. It is validated when read, because any user can write a URL.

export interface LoginSearch {
  next?: string;
  notice?: LoginNotice;
  // The code of a failed sign-in through an identity provider, and the id of its request.
  error?: string;
  requestID?: string;
}

export type LoginNotice = 'passwordChanged' | 'signedOut';

export interface FilterSearch {
  q?: string;
}

export type NewProjectSource = 'git' | 'upload' | 'blank';

export interface ProjectsSearch extends FilterSearch {
  // Opens the dialog for a new project.
  new?: NewProjectSource;
}

type RawSearch = Record<string, unknown>;

export function loginSearch(raw: RawSearch): LoginSearch {
  return { next: localPath(raw.next), notice: notice(raw.notice), error: word(raw.error), requestID: word(raw.requestID) };
}

export function filterSearch(raw: RawSearch): FilterSearch {
  return { q: text(raw.q) };
}

const newProjectSources: NewProjectSource[] = ['git', 'upload', 'blank'];

export function projectsSearch(raw: RawSearch): ProjectsSearch {
  return { ...filterSearch(raw), new: newProjectSources.find((source) => source === raw.new) };
}

// text reads a value as text. The router reads what looks like a number or a truth value as such.
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// word accepts only what the server writes: a link must not show other texts on the login page.
function word(value: unknown): string | undefined {
  const found = text(value);
  return found && /^[\w.-]{1,64}$/.test(found) ? found : undefined;
}

function notice(value: unknown): LoginNotice | undefined {
  return value === 'passwordChanged' || value === 'signedOut' ? value : undefined;
}

// localPath accepts only paths of this host. It drops everything that a browser would read as another host, so
// that a link to the login page cannot redirect users to another site after login.
function localPath(value: unknown): string | undefined {
  const path = text(value);
  if (!path?.startsWith('/')) return undefined;
  const url = new URL(path, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : undefined;
}
