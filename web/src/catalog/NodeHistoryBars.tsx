import type { NodeRun } from '../api/catalog';
import { isPlainClick, runPath, useRunOpener } from '../environments/RunLink';
import type { Tone } from '../environments/status';
import tones from '../environments/tones.module.css';
import { useChosenBar } from '../environments/useChosenBar';
import { formatDuration } from '../runs/duration';
import { absoluteTime } from '../ui/time';
import { Tooltip } from '../ui/Tooltip';
import { counted } from '../ui/text';
import classes from './NodeHistory.module.css';

const looks: Record<NodeRun['state'], { tone: Tone; word: string }> = {
  waiting: { tone: 'moving', word: 'waits' },
  running: { tone: 'moving', word: 'running' },
  complete: { tone: 'idle', word: 'complete' },
  testsFailed: { tone: 'warning', word: 'tests failed' },
  failed: { tone: 'failed', word: 'failed' },
  skipped: { tone: 'skip', word: 'skipped' },
  canceled: { tone: 'fading', word: 'canceled' },
};

const bars = 30;
const pitch = 8;
const height = 34;
const stub = 3;

interface NodeHistoryBarsProps {
  // Newest first.
  runs: NodeRun[];
  measure: 'duration' | 'rows';
}

// NodeHistoryBars draws one bar for each run, the newest on the right. It is one link: the arrow keys or the pointer choose
// the run, because single bars are too narrow to be targets.
export function NodeHistoryBars({ runs, measure }: NodeHistoryBarsProps) {
  const open = useRunOpener();
  const { chosen, handlers } = useChosenBar(runs.length, bars);
  const run = runs[Math.min(chosen ?? 0, runs.length - 1)];
  if (!run) return null;
  const label = describe(run);

  return (
    <Tooltip label={label}>
      <a
        className={classes.bars}
        href={runPath(run.runID)}
        aria-label={`${measure === 'rows' ? 'Rows' : 'Durations'}, ${label}. Left and right choose one of ${counted(runs.length, 'run')}.`}
        {...handlers}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          open(run.runID);
        }}
      >
        <Drawing runs={runs} measure={measure} chosen={chosen} />
      </a>
    </Tooltip>
  );
}

function Drawing({ runs, measure, chosen }: NodeHistoryBarsProps & { chosen?: number }) {
  const valueOf = ({ milliseconds = 0, rows = 0 }: NodeRun) => (measure === 'rows' ? rows : milliseconds);
  const largest = Math.max(1, ...runs.map(valueOf));
  return (
    <svg viewBox={`0 0 ${bars * pitch} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className={classes.ground} x={0} y={height - 1} width={bars * pitch} height={1} />
      {Array.from({ length: bars }, (_, bar) => {
        const index = bars - 1 - bar;
        const run = runs[index];
        const tall = run ? stub + (valueOf(run) / largest) * (height - stub - 3) : stub;
        const box = { x: bar * pitch + 1, y: height - 1 - tall, width: pitch - 2, height: tall };
        return (
          <g key={bar}>
            {index === chosen && <rect className={classes.chosen} x={bar * pitch} y={0} width={pitch} height={height - 1} />}
            {run ? <rect className={tones.bar} data-tone={looks[run.state].tone} {...box} /> : <rect className={classes.ground} {...box} />}
          </g>
        );
      })}
    </svg>
  );
}

function describe({ runID, state, startTime, milliseconds, rows }: NodeRun): string {
  const parts = [
    `run ${runID}: ${looks[state].word}`,
    milliseconds !== undefined && formatDuration(milliseconds),
    rows !== undefined && counted(rows, 'row'),
    startTime && absoluteTime(new Date(startTime)),
  ];
  return parts.filter(Boolean).join(', ');
}
