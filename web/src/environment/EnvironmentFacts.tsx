import type { ReactNode } from 'react';
import type { EnvironmentOverview } from '../api/overviews';
import { clockTime } from '../environments/clockTime';
import { CommitsBehind, shortCommit } from '../environments/DeployedCommit';
import { durationText, runMilliseconds } from '../environments/duration';
import { healthDetail } from '../environments/health';
import { HealthMark } from '../environments/HealthMark';
import { RunLink } from '../environments/RunLink';
import { RelativeTime } from '../ui/RelativeTime';
import { counted, personName } from '../ui/text';
import { useNow } from '../ui/useNow';
import classes from './Environment.module.css';

// EnvironmentFacts shows the five facts that answer most questions about an environment.
export function EnvironmentFacts({ overview }: { overview: EnvironmentOverview }) {
  const { health, deployment, lastRefresh, nextRun, schedules, runs } = overview;
  const now = useNow();
  const active = runs.filter(({ runStatus }) => runStatus === 'running' || runStatus === 'waitingToRun');
  return (
    <dl className={classes.facts}>
      <Fact label="Health" value={<HealthMark status={health.status} />}>
        {healthDetail(health)}
      </Fact>
      <Fact label="Deployed" value={deployment ? <RunLink runID={deployment.runID}>{shortCommit(deployment.commit)}</RunLink> : 'nothing'}>
        {deployment && (
          <>
            <RelativeTime at={deployment.createdAt} />
            {deployment.createdBy && `, ${personName(deployment.createdBy)}`} <CommitsBehind overview={overview} />
          </>
        )}
      </Fact>
      <Fact label="Last complete refresh" value={lastRefresh?.runEndTime ? <RelativeTime at={lastRefresh.runEndTime} /> : 'none'}>
        {lastRefresh && (
          <>
            <RunLink runID={lastRefresh.id}>run {lastRefresh.id}</RunLink>, {durationText(runMilliseconds(lastRefresh, now))}
            {lastRefresh.failedTests > 0 && `, ${counted(lastRefresh.failedTests, 'test')} failed`}
          </>
        )}
      </Fact>
      <Fact label="Next run" value={nextRun ? clockTime(nextRun.dueAt, nextRun.timeZone) : 'none'}>
        {nextRun ? (
          <>
            <RelativeTime at={nextRun.dueAt} />, {nextRun.name}, {nextRun.timeZone}
          </>
        ) : (
          `${counted(schedules, 'schedule')}`
        )}
      </Fact>
      <Fact label="Active runs" value={active.length}>
        {active.slice(0, 3).map(({ id, nodesDone = 0, nodesInRun }) => (
          <span key={id}>
            <RunLink runID={id}>run {id}</RunLink>: {nodesDone} of {counted(nodesInRun, 'node')}{' '}
          </span>
        ))}
      </Fact>
    </dl>
  );
}

function Fact({ label, value, children }: { label: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {children}
      </dd>
    </div>
  );
}
