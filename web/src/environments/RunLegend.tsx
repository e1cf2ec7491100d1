import type { Tone } from './status';
import classes from './RunBars.module.css';
import tones from './tones.module.css';

const entries: { tone: Tone; label: string }[] = [
  { tone: 'idle', label: 'completed' },
  { tone: 'warning', label: 'tests failed' },
  { tone: 'failed', label: 'failed' },
  { tone: 'fading', label: 'canceled' },
];

// RunLegend explains the colors of the bars.
export function RunLegend() {
  return (
    <ul className={classes.legend} aria-label="Colors of the runs">
      {entries.map(({ tone, label }) => (
        <li key={tone}>
          <svg width={9} height={9} aria-hidden="true" focusable="false">
            <rect className={tones.bar} data-tone={tone} width={9} height={9} rx={2} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
