import type { NodeHealth } from '../api/overviews';
import type { Tone } from '../environments/status';
import tones from '../environments/tones.module.css';
import classes from './Environment.module.css';

type NodeState = NodeHealth['states'][number];

const toneOf: Record<NodeState, Tone | undefined> = {
  none: undefined,
  waiting: 'moving',
  running: 'moving',
  complete: 'idle',
  testsFailed: 'warning',
  failed: 'failed',
  skipped: 'skip',
  canceled: 'fading',
};

const places = 30;
const pitch = 5;

// NodeStates draws one square for each of the last refreshes, the newest on the right. The text of the row has the state.
export function NodeStates({ states }: { states: NodeState[] }) {
  const shown = [...Array<NodeState>(Math.max(0, places - states.length)).fill('none'), ...states];
  return (
    <svg className={classes.squares} viewBox={`0 0 ${places * pitch} 13`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {Array.from({ length: places }, (_, place) => {
        const tone = toneOf[shown[place] ?? 'none'];
        return (
          <rect
            key={place}
            className={tone ? tones.bar : classes.unused}
            data-tone={tone}
            x={place * pitch}
            y={1}
            width={pitch - 1}
            height={11}
          />
        );
      })}
    </svg>
  );
}
