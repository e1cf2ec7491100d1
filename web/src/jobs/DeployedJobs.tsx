import { Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { Job } from '../api/jobs';
import type { SelectorMatches } from '../api/matches';
import type { EnvironmentOverview } from '../api/overviews';
import { environmentJobsQuery, useStartRun } from '../api/runs';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { may } from '../environments/permissions';
import { refreshReason } from '../environments/runReason';
import tones from '../environments/tones.module.css';
import { useOpenRun } from '../runs/RunActions';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Jobs.module.css';
import { DeployedDifference } from './DeployedDifference';
import { isSame, selectorText } from './projectJobs';

interface DeployedJobsProps {
  environments: EnvironmentOverview[];
  // The job of the workspace, as it is saved.
  job: Job;
  // What the selectors of the page match, also before they are saved.
  matches: SelectorMatches | undefined;
}

// DeployedJobs shows what each environment runs under the name of the job, and starts it there.
export function DeployedJobs({ environments, job, matches }: DeployedJobsProps) {
  const lists = useQueries({ queries: environments.map(({ id, deployment }) => ({ ...environmentJobsQuery(id), enabled: deployment !== undefined })) });
  const start = useStartRun();
  const open = useOpenRun();
  return (
    <Panel>
      <section className={classes.card} aria-labelledby="deployed-title">
        <Title order={2} size="h4" id="deployed-title">
          Deployed in
        </Title>
        {environments.length === 0 && (
          <Text size="sm" c="dimmed">
            The project has no environments.
          </Text>
        )}
        {start.error && <ProblemAlert error={start.error} />}
        <ul className={classes.entries}>
          {environments.map((environment, index) => {
            const list = lists[index];
            const deployed = list?.data?.find(({ id }) => id === job.id);
            return (
              <li key={environment.id} className={classes.entry}>
                <span>
                  <EnvironmentLink environment={environment}>{environment.name}</EnvironmentLink>{' '}
                  <Comparison job={job} deployed={deployed} isLoading={list?.isLoading ?? false} />
                </span>
                {deployed && may(environment, 'environment.run') && (
                  <ActionButton
                    size="compact-sm"
                    variant="default"
                    reason={refreshReason(environment)}
                    leftSection={<Icon name="devRun" size={14} />}
                    aria-label={`Run ${deployed.name} in ${environment.name}`}
                    loading={start.isPending && start.variables.environmentID === environment.id}
                    onClick={() =>
                      start.mutate({ environmentID: environment.id, jobID: job.id }, { onSuccess: ({ runCounter }) => open(runCounter) })
                    }
                  >
                    Run
                  </ActionButton>
                )}
                {deployed && matches && <DeployedDifference environmentID={environment.id} deployed={deployed} matches={matches} />}
                {deployed && !isSame(job, deployed) && (
                  <small>
                    runs {deployed.name === job.name ? '' : `${deployed.name}: `}
                    <code>{selectorText(deployed)}</code>
                  </small>
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </Panel>
  );
}

function Comparison({ job, deployed, isLoading }: { job: Job; deployed: Job | undefined; isLoading: boolean }) {
  if (isLoading) return null;
  const tone = !deployed ? 'fading' : isSame(job, deployed) ? 'idle' : 'warning';
  const label = !deployed ? 'not deployed' : isSame(job, deployed) ? 'as saved here' : 'differs';
  return (
    <span className={tones.chip} data-tone={tone}>
      {label}
    </span>
  );
}
