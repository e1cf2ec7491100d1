import { focusRow, focusedRow } from '../shell/focusRow';
import { useKeySequences } from '../shell/useKeySequences';

const rows = '[data-run]';

// useRunsKeys moves through the rows of the list: j and k, [ and ] to those that failed. x ticks a row, r re-runs the
// ticked rows. Enter opens the focused row, because its link has the focus.
export function useRunsKeys(onToggle: (id: number) => void): void {
  useKeySequences((keys) => {
    switch (keys) {
      case 'j':
        return focusRow(rows, 1);
      case 'k':
        return focusRow(rows, -1);
      case ']':
        return focusRow(rows, 1, '[data-bad]');
      case '[':
        return focusRow(rows, -1, '[data-bad]');
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

function tick(onToggle: (id: number) => void): boolean {
  const row = focusedRow(rows);
  if (!row?.querySelector('input[type=checkbox]')) return false;
  onToggle(Number(row.dataset.run));
  return true;
}
