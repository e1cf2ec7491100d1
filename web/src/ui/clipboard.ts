// copyText also works without the clipboard API. Browsers provide it only over HTTPS and on localhost, and a server in a
// private network often has neither; or their settings deny it.
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text);
  }
}

function copySelected(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'copy-source';
  const focused = document.activeElement;
  // Inside the open dialog if there is one, because a dialog traps the focus.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
