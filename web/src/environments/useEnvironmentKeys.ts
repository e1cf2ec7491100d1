import { focusRow, focusedRow } from '../shell/focusRow';
import { useKeySequences } from '../shell/useKeySequences';

const rows = '[data-environment]';

// useEnvironmentKeys moves through the environments with j and k. d opens the deployment of the focused one, r runs it.
export function useEnvironmentKeys(): void {
  useKeySequences((keys) => {
    switch (keys) {
      case 'j':
        return focusRow(rows, 1);
      case 'k':
        return focusRow(rows, -1);
      case 'd':
        return press('deploy');
      case 'r':
        return press('run');
      default:
        return false;
    }
  });
}

function press(action: string): boolean {
  const button = focusedRow(rows)?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  button?.click();
  return button != null;
}
