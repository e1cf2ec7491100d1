import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { overviewsQuery } from '../api/overviews';
import { isOver, resultsQuery, useStartRun } from '../api/runs';
import type { NodeResult, Project, RunInfo } from '../api/types';
import { may } from '../environments/permissions';
import { refreshReason } from '../environments/runReason';
import { CountsBar } from '../runs/CountsBar';
import { durationText, useClock } from '../runs/duration';
import { countStates, countsText, rowsText } from '../runs/nodes';
import { usePlaces } from '../runs/places';
import { StateMark } from '../runs/StateMark';
import { nodeLook, runLook } from '../runs/status';
import tones from '../runs/tones.module.css';
import { ActionButton } from '../ui/ActionButton';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Welcome.module.css';

// SampleRun shows the last refresh of the sample, with the nodes by location. It is live.
export function SampleRun({ sample, run }: { sample: Project; run: RunInfo | undefined }) {
  const placeOf = usePlaces();
  const isRunning = run !== undefined && !isOver(run);
  const results = useQuery({ ...resultsQuery(`${run?.id}`, isRunning), enabled: run !== undefined }).data?.data ?? [];
  const now = useClock(isRunning);
  if (!run) {
    return (
      <section className={classes.card} aria-label="Run of the sample">
        <EmptyState icon="runs" title="The sample has not run yet" action={<RunAgain sample={sample} />}>
          Its environments are being deployed, or their runs were deleted.
        </EmptyState>
      </section>
    );
  }
  const counts = countStates(results);
  const done = results.length - counts.waiting - counts.running;
  return (
    <section className={classes.card} aria-label="Run of the sample">
      <div className={classes.runHead}>
        <StateMark look={runLook(run)} isBadge />
        <div>
          <strong>
            Run {run.id} of the sample: {done} of {results.length} nodes
          </strong>
          <Text size="sm" c="dimmed">
            {durationText({ start: run.runStartTime, end: run.runEndTime }, now)}, {placeOf(run.environmentID).name}, on the embedded DuckDB. {countsText(counts)}
          </Text>
        </div>
        <div className={classes.runActions}>
          <RunAgain sample={sample} isRunning={isRunning} />
          <Button
            variant={run.runStatus === 'failed' ? 'filled' : 'default'}
            renderRoot={(props) => <Link {...props} to="/runs/$runID" params={{ runID: `${run.id}` }} />}
          >
            Open the run
          </Button>
        </div>
      </div>
      <CountsBar counts={counts} failedTests={run.failedTests} />
      {run.firstError && (
        <p className={`${classes.error} ${tones.tone}`} data-tone={run.runStatus === 'failed' ? 'failed' : 'warning'}>
          {run.firstError.name}: {run.firstError.message}
        </p>
      )}
      <Lanes nodes={results} now={now} />
    </section>
  );
}

// Lanes shows the nodes by location, in the order in which data flows.
function Lanes({ nodes, now }: { nodes: NodeResult[]; now: number }) {
  const locations = [...new Set(nodes.map(({ locationName = '' }) => locationName))].toSorted((a, b) => laneOf(a) - laneOf(b));
  return (
    <ul className={classes.lanes} aria-label="Nodes by location">
      {locations.map((location) => (
        <li key={location}>
          <p className={classes.lane}>{location}</p>
          <ul className={classes.nodes}>
            {nodes
              .filter(({ locationName = '' }) => locationName === location)
              .toSorted((a, b) => a.name.localeCompare(b.name))
              .map((node) => (
                <NodeCard key={node.nodeID} node={node} now={now} />
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const flow = ['RAW', 'STAGE', 'CORE', 'MART'];

const laneOf = (location: string) => (flow.includes(location) ? flow.indexOf(location) : flow.length);

function NodeCard({ node, now }: { node: NodeResult; now: number }) {
  const look = nodeLook(node);
  const rows = rowsText(node.queryResults);
  return (
    <li className={`${classes.node} ${tones.tone}`} data-tone={look.tone} data-state={node.runState}>
      <strong>{node.name}</strong>
      <Icon name={look.icon} size={15} />
      <small>
        {look.label.toLowerCase()}
        {rows !== '–' && `, ${rows} rows`}
        {node.runState === 'running' && `, ${durationText({ start: node.startTime, end: node.endTime }, now)}`}
      </small>
    </li>
  );
}

// RunAgain refreshes the first environment of the sample.
function RunAgain({ sample, isRunning = false }: { sample: Project; isRunning?: boolean }) {
  const environments = useQuery(overviewsQuery(sample.id)).data ?? [];
  const start = useStartRun();
  const target = environments.find(({ name }) => name === 'Development') ?? environments[0];
  if (!target || !may(target, 'environment.run')) return null;
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<Icon name="devRun" size={15} />}
        loading={start.isPending}
        reason={isRunning ? 'The sample is running.' : refreshReason(target)}
        onClick={() => start.mutate({ environmentID: target.id })}
      >
        Run again
      </ActionButton>
      {start.error && <ProblemAlert error={start.error} />}
    </>
  );
}
