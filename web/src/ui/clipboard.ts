// copyText also works where the clipboard is withheld: browsers offer it only over HTTPS and on localhost, and
// a server inside a company is often neither.
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'copy-source';
  const focused = document.activeElement;
  // Inside the dialog if there is one, since a dialog does not let the focus out.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
