import { Stack } from '@mantine/core';
import { nodeHealthQuery } from '../api/overviews';
import { EnvironmentLink } from '../environments/EnvironmentLink';
import { isMoving } from '../environments/moving';
import { RunBars } from '../environments/RunBars';
import { LastRun } from '../environments/LastRun';
import { useLive } from '../environments/useLive';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { DeploymentList } from './DeploymentList';
import classes from './Environment.module.css';
import { EnvironmentFacts } from './EnvironmentFacts';
import type { EnvironmentTabProps } from './EnvironmentPage';
import { LastFailure } from './LastFailure';
import { NodeHealthTable } from './NodeHealthTable';
import { NothingDeployed } from './NothingDeployed';
import { ScheduleList } from './ScheduleList';
import { Section } from './Section';

const mostNodes = 20;
const mostDeployments = 4;

// OverviewTab shows first what is wrong, then the facts, then the nodes, the worst first.
export function OverviewTab({ overview }: EnvironmentTabProps) {
  const nodes = useLive(nodeHealthQuery(overview.id), () => isMoving(overview));
  if (overview.health.status === 'neverDeployed') return <NothingDeployed overview={overview} />;
  return (
    <Stack gap="lg">
      <LastFailure overview={overview} />
      <EnvironmentFacts overview={overview} />
      <div className={classes.columns}>
        <Section
          title="Health of the nodes"
          action={
            <EnvironmentLink environment={overview} tab="nodes" fz="sm">
              All nodes
            </EnvironmentLink>
          }
        >
          <QueryView query={nodes}>{({ data }) => <NodeHealthTable nodes={data.slice(0, mostNodes)} byLocation={false} />}</QueryView>
        </Section>
        <div className={classes.side}>
          <Section title="Last runs">
            <Panel>
              <div className={classes.fact}>
                <RunBars environment={overview.name} runs={overview.runs} />
                <LastRun run={overview.runs[0]} />
              </div>
            </Panel>
          </Section>
          <Section
            title="Deployments"
            action={
              <EnvironmentLink environment={overview} tab="history" fz="sm">
                All deployments
              </EnvironmentLink>
            }
          >
            <DeploymentList overview={overview} limit={mostDeployments} />
          </Section>
          <Section title="Schedules">
            <ScheduleList overview={overview} />
          </Section>
        </div>
      </div>
    </Stack>
  );
}
