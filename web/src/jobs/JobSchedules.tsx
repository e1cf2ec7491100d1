import { Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EnvironmentOverview } from '../api/overviews';
import { schedulesQuery } from '../api/schedules';
import { may } from '../environments/permissions';
import { cronWords } from '../schedules/cronForm';
import { NewScheduleButton } from '../schedules/NewScheduleButton';
import { Panel } from '../ui/Panel';
import classes from './Jobs.module.css';

interface JobSchedulesProps {
  environments: EnvironmentOverview[];
  jobID: string;
}

// JobSchedules lists the schedules that run the job in an environment of the project.
export function JobSchedules({ environments, jobID }: JobSchedulesProps) {
  const schedules = useQuery(schedulesQuery).data ?? [];
  const nameOf = (id: string) => environments.find((environment) => environment.id === id)?.name;
  const own = schedules.filter((schedule) => schedule.jobID === jobID && nameOf(schedule.environmentID));
  const first = environments.find((environment) => environment.deployment && may(environment, 'environment.run'));
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="job-schedules">
        <Title order={2} size="h4" id="job-schedules">
          Schedules
        </Title>
        {own.length === 0 && (
          <Text size="sm" c="dimmed">
            No schedule runs this job.
          </Text>
        )}
        <ul className={classes.entries}>
          {own.map(({ id, name, environmentID, cron, timeZone, isPaused }) => (
            <li key={id} className={classes.entry}>
              <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/schedules/$scheduleID" params={{ scheduleID: id }} />}>
                {name}
              </Anchor>
              <small>
                {nameOf(environmentID)}, {cron ? `${cronWords(cron)}, ${timeZone}` : 'after another run'}
                {isPaused && ', paused'}
              </small>
            </li>
          ))}
        </ul>
        {first && (
          <div>
            <NewScheduleButton overview={first} job={jobID} />
          </div>
        )}
      </section>
    </Panel>
  );
}
