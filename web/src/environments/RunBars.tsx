import type { RunFigures } from '../api/overviews';
import { absoluteTime } from '../ui/time';
import { Tooltip } from '../ui/Tooltip';
import { useNow } from '../ui/useNow';
import { durationText, runMilliseconds } from './duration';
import classes from './RunBars.module.css';
import { isPlainClick, runPath, useRunOpener } from './RunLink';
import { runLook } from './runLook';
import tones from './tones.module.css';
import { useChosenBar } from './useChosenBar';

const places = 30;
const pitch = 7;
const width = places * pitch;
const height = 38;
const stub = 3;

interface RunBarsProps {
  environment: string;
  // Newest first.
  runs: RunFigures[];
}

// RunBars draws the last runs, the newest on the right. It is one link, to the run under the pointer or to the one that
// the arrow keys choose, because single bars are too narrow to be targets.
export function RunBars({ environment, runs }: RunBarsProps) {
  const now = useNow();
  const open = useRunOpener();
  const { chosen, handlers } = useChosenBar(runs.length, places);
  if (runs.length === 0) return <Drawing runs={[]} now={now} />;

  const run = runs[Math.min(chosen ?? 0, runs.length - 1)]!;
  const label = describe(run, now);

  return (
    <Tooltip label={label}>
      <a
        className={classes.bars}
        href={runPath(run.id)}
        aria-label={`${environment}, ${label}. Left and right choose one of the last ${runs.length} runs.`}
        {...handlers}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          open(run.id);
        }}
      >
        <Drawing runs={runs} now={now} chosen={chosen} />
      </a>
    </Tooltip>
  );
}

function Drawing({ runs, now, chosen }: { runs: RunFigures[]; now: Date; chosen?: number }) {
  const longest = Math.max(1, ...runs.map((run) => runMilliseconds(run, now)));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false" className={classes.bars}>
      <rect className={classes.ground} x={0} y={height - 1} width={width} height={1} />
      {Array.from({ length: places }, (_, place) => {
        const index = places - 1 - place;
        const run = runs[index];
        const tall = run ? stub + 1 + (runMilliseconds(run, now) / longest) * (height - stub - 4) : stub;
        const box = { x: place * pitch + 1, y: height - 1 - tall, width: pitch - 2, height: tall };
        return (
          <g key={place}>
            {index === chosen && <rect className={classes.chosen} x={place * pitch} y={0} width={pitch} height={height - 1} />}
            {run ? <rect className={tones.bar} data-tone={runLook(run).tone} {...box} /> : <rect className={classes.stub} {...box} />}
          </g>
        );
      })}
    </svg>
  );
}

function describe(run: RunFigures, now: Date): string {
  const kind = run.runType === 'deploy' ? 'deployment' : 'refresh';
  const when = run.runStartTime ? `, ${absoluteTime(new Date(run.runStartTime))}, ${durationText(runMilliseconds(run, now))}` : '';
  return `run ${run.id}, ${kind}: ${runLook(run).word}${when}`;
}
