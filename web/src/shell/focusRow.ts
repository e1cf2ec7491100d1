// focusRow focuses the link of the next or previous row of a list, seen from the row that has the focus. Rows match the
// first selector; those that do not match the second are passed over.
export function focusRow(rowSelector: string, step: number, wanted = rowSelector): boolean {
  const current = focusedRow(rowSelector);
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
  const from = current ? rows.indexOf(current) : step > 0 ? -1 : rows.length;
  const candidates = step > 0 ? rows.slice(from + 1) : rows.slice(0, from).toReversed();
  candidates.find((row) => row.matches(wanted))?.querySelector<HTMLElement>('[data-row-link]')?.focus();
  return true;
}

export const focusedRow = (rowSelector: string) => document.activeElement?.closest<HTMLElement>(rowSelector) ?? null;
