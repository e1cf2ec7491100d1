// RapiDoc knows only tokens that are typed in, and says in its templates that none is applied. The requests of this page
// have the session of the browser.
export function nameSession(): void {
  const innerHTML = Object.getOwnPropertyDescriptor(HTMLTemplateElement.prototype, 'innerHTML');
  Object.defineProperty(HTMLTemplateElement.prototype, 'innerHTML', {
    ...innerHTML,
    set(this: HTMLTemplateElement, text: unknown) {
      const named = String(text).replace(/Required\s+<span [^>]*>\(None Applied\)<\/span>/, 'your session, or a token');
      innerHTML?.set?.call(this, isNarrow ? named.replace(securityStrip, 'display:none;') : named);
    },
  });
}

// The kinds of authentication at the top of each operation overlap its title in a narrow window.
const isNarrow = matchMedia('(max-width: 48em)').matches;
const securityStrip = 'position:absolute; top:3px; right:2px;';

// showSession says in the header whether the button TRY has a session to use. RapiDoc knows only tokens that are typed in.
export async function showSession(): Promise<void> {
  const element = document.getElementById('session');
  const response = await fetch('/api/v1/auth/me', { headers: { accept: 'application/json' } }).catch(() => undefined);
  if (!element || !response) return;
  if (!response.ok) {
    element.innerHTML = '<a href="/login?next=/api-docs">Sign in</a> to try operations.';
    return;
  }
  const { user } = (await response.json()) as { user: { email: string } };
  element.textContent = `TRY sends requests as ${user.email}.`;
}
