import type { NodeCounts, NodeState } from '../api/types';
import classes from './CountsBar.module.css';
import tones from './tones.module.css';

interface CountsBarProps {
  counts: NodeCounts;
  failedTests: number;
}

const order: [NodeState, string][] = [
  ['complete', 'idle'],
  ['failed', 'failed'],
  ['skipped', 'skip'],
  ['canceled', 'fading'],
  ['running', 'moving'],
];

// CountsBar draws the shares of the states of nodes. The text beside it has the numbers. With failed tests the complete
// part is amber at its end.
export function CountsBar({ counts, failedTests }: CountsBarProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  return (
    <span className={classes.bar} aria-hidden="true">
      {order.map(
        ([state, tone]) =>
          counts[state] > 0 && (
            <i
              key={state}
              className={tones.tone}
              data-tone={tone}
              data-tests={(state === 'complete' && failedTests > 0) || undefined}
              style={{ width: `${(counts[state] / total) * 100}%` }}
            />
          ),
      )}
    </span>
  );
}
