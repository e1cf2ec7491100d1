import { Anchor, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EnvironmentOverview } from '../api/overviews';
import { type Schedule, scheduleRunsQuery } from '../api/schedules';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { shortCommit } from '../environments/DeployedCommit';
import { StatusBadge } from '../environments/StatusBadge';
import { formatDuration } from '../runs/duration';
import { Panel } from '../ui/Panel';
import classes from './Schedule.module.css';

interface SideFactsProps {
  overview?: EnvironmentOverview;
  schedule?: Schedule;
  runsNow: boolean;
  onRunsNow?: (runsNow: boolean) => void;
  children?: ReactNode;
}

// SideFacts is what one wants to know beside the form. Saving starts nothing, unless the switch is on.
export function SideFacts({ overview, schedule, runsNow, onRunsNow, children }: SideFactsProps) {
  return (
    <Panel>
      <dl className={classes.facts}>
        {overview && (
          <Fact label="Environment" value={<StatusBadge status={overview.status} />}>
            <EnvironmentLink environment={overview}>{overview.name}</EnvironmentLink>
            {overview.deployment ? `, ${shortCommit(overview.deployment.commit)}` : ', nothing deployed'}
          </Fact>
        )}
        {schedule && <Usual scheduleID={schedule.id} />}
        {schedule?.owner && (
          <Fact label="Owner" value={null}>
            It runs with the permissions of {schedule.owner.email}.
          </Fact>
        )}
        {children}
        {onRunsNow && (
          <Fact
            label="Also run now"
            value={<Switch aria-label="Also run now" checked={runsNow} onChange={(event) => onRunsNow(event.currentTarget.checked)} />}
          >
            Saving alone starts nothing.
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

function Usual({ scheduleID }: { scheduleID: string }) {
  const runs = useQuery(scheduleRunsQuery(scheduleID)).data?.data ?? [];
  const usual = runs.find((run) => run.usualDuration !== undefined)?.usualDuration;
  return (
    <Fact label="Usual time" value={usual === undefined ? '–' : formatDuration(usual)}>
      {usual === undefined ? 'No completed runs yet' : 'Median of the last 20 runs'}
      {runs.length > 0 && (
        <>
          {', '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/runs" search={{ schedule: scheduleID }} />}>
            all runs
          </Anchor>
        </>
      )}
    </Fact>
  );
}

function Fact({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd className={classes.factValue}>{value}</dd>
      <Text component="dd" size="xs" c="dimmed" className={classes.factText}>
        {children}
      </Text>
    </div>
  );
}
