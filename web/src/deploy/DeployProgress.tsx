import type { DeploymentRun, NodeResult } from '../api/deployments';
import type { Plan } from '../api/plans';
import { durationText } from '../environments/duration';
import tones from '../environments/tones.module.css';
import type { Tone } from '../environments/status';
import { Icon, type IconName } from '../ui/Icon';
import { counted, sentence } from '../ui/text';
import classes from './Deploying.module.css';
import review from './review/Review.module.css';

interface StateLook {
  word: string;
  tone: Tone;
  icon: IconName;
}

const states: Record<NodeResult['runState'], StateLook> = {
  waiting: { word: 'Waiting', tone: 'fading', icon: 'clock' },
  running: { word: 'Running', tone: 'moving', icon: 'refreshing' },
  complete: { word: 'Complete', tone: 'idle', icon: 'idle' },
  failed: { word: 'Failed', tone: 'failed', icon: 'failed' },
  skipped: { word: 'Skipped', tone: 'skip', icon: 'info' },
  canceled: { word: 'Canceled', tone: 'fading', icon: 'failed' },
};

const phases = [
  { phase: 'delete', label: 'Delete' },
  { phase: 'alter', label: 'Alter' },
  { phase: 'add', label: 'Add' },
] as const;

// DeployProgress shows the phases of a deployment and the state of each node.
export function DeployProgress({ progress: { steps }, plan }: { progress: DeploymentRun; plan: Plan | undefined }) {
  const done = steps.filter(({ runState }) => runState === 'complete').length;
  const failed = steps.some(({ runState }) => runState === 'failed');
  return (
    <section className={review.block} aria-label="Progress">
      <div className={classes.head}>
        <div
          className={`${classes.track} ${tones.text}`}
          data-tone={failed ? 'failed' : done === steps.length ? 'idle' : 'moving'}
          role="progressbar"
          aria-label="Nodes that are deployed"
          aria-valuemin={0}
          aria-valuemax={steps.length}
          aria-valuenow={done}
        >
          <span className={classes.done} style={{ width: `${steps.length === 0 ? 100 : (done / steps.length) * 100}%` }} />
        </div>
        <ul className={classes.phases}>
          <li>
            {done} of {counted(steps.length, 'node')}
          </li>
          {plan && phases.map(({ phase, label }) => <Phase key={phase} label={label} {...phaseCounts(phase, plan, steps)} />)}
        </ul>
      </div>
      <ul className={classes.steps} aria-label="Nodes">
        {steps.map((step) => (
          <Step key={step.nodeID} step={step} />
        ))}
      </ul>
    </section>
  );
}

function Phase({ label, done, total }: { label: string; done: number; total: number }) {
  if (total === 0) return null;
  return (
    <li className={tones.text} data-tone={done === total ? 'idle' : 'fading'}>
      {label}: {done} of {total}
    </li>
  );
}

// phaseCounts counts the nodes that have statements in a phase. A node can have some in several phases.
function phaseCounts(phase: string, { phasedNodeEdits: edits }: Plan, steps: NodeResult[]) {
  const complete = new Set(steps.filter(({ runState }) => runState === 'complete').map(({ nodeID }) => nodeID));
  const nodes = [edits.deletedTable, edits.alteredTable, edits.addedTable]
    .flatMap((part) => Object.values(part))
    .filter((edit) => (edit.steps ?? []).some((step) => step.phase === phase));
  return { done: nodes.filter(({ nodeID }) => complete.has(nodeID)).length, total: nodes.length };
}

function Step({ step: { name, locationName, runState, error, queryResults, startTime, endTime } }: { step: NodeResult }) {
  const { word, tone, icon } = states[runState];
  const text = error ?? queryResults.find((query) => query.error)?.error;
  const title = locationName && !name.startsWith(`${locationName}.`) ? `${locationName}.${name}` : name;
  return (
    <li className={classes.step}>
      <span className={classes.name}>{title}</span>
      <span className={tones.mark} data-tone={tone}>
        <Icon name={icon} size={14} />
        {word}
      </span>
      {text ? (
        <span>
          <span className={classes.error}>{sentence(text.errorString.replace(/^\d{3}: /, ''))}</span> {text.errorDetail}
        </span>
      ) : (
        <span>{startTime && endTime && durationText(new Date(endTime).getTime() - new Date(startTime).getTime())}</span>
      )}
    </li>
  );
}
