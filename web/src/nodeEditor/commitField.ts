// isUncommitted reports whether a field has a text that takes effect when the field is left.
export const isUncommitted = () => document.querySelector('[data-uncommitted]') !== null;

// commitField ends the edit of a field, which takes effect when the field is left.
export function commitField(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.blur();
  if (field.isConnected) field.focus();
}
