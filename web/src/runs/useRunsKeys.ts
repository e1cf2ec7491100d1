import { useKeySequences } from '../shell/useKeySequences';

// useRunsKeys moves through the rows of the list: j and k, [ and ] to those that failed. x ticks a row, r re-runs the
// ticked rows. Enter opens the focused row, because its link has the focus.
export function useRunsKeys(onToggle: (id: number) => void): void {
  useKeySequences((keys) => {
    switch (keys) {
      case 'j':
        return focusRow('[data-run]', 1);
      case 'k':
        return focusRow('[data-run]', -1);
      case ']':
        return focusRow('[data-run][data-bad]', 1);
      case '[':
        return focusRow('[data-run][data-bad]', -1);
      case 'x':
        return tick(onToggle);
      case 'r': {
        const button = document.querySelector<HTMLButtonElement>('[data-action="rerun"]');
        button?.click();
        return button !== null;
      }
      default:
        return false;
    }
  });
}

const currentRow = () => document.activeElement?.closest<HTMLElement>('[data-run]') ?? null;

// focusRow focuses the next or previous row that matches, seen from the focused one.
function focusRow(selector: string, step: number): boolean {
  const current = currentRow();
  const rows = [...document.querySelectorAll<HTMLElement>('[data-run]')];
  const from = current ? rows.indexOf(current) : step > 0 ? -1 : rows.length;
  const candidates = step > 0 ? rows.slice(from + 1) : rows.slice(0, from).toReversed();
  candidates.find((row) => row.matches(selector))?.querySelector<HTMLElement>('[data-row-link]')?.focus();
  return true;
}

function tick(onToggle: (id: number) => void): boolean {
  const row = currentRow();
  if (!row?.querySelector('input[type=checkbox]')) return false;
  onToggle(Number(row.dataset.run));
  return true;
}
