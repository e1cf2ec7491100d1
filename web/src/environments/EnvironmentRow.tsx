import { Table, Text } from '@mantine/core';
import type { EnvironmentOverview } from '../api/overviews';
import { useStartRefresh } from '../api/refreshes';
import { ProjectLink } from '../projects/ProjectLink';
import { ProblemAlert } from '../ui/ProblemAlert';
import { DeployButton } from './DeployButton';
import { DeployedCommit } from './DeployedCommit';
import { EnvironmentLink } from './EnvironmentLink';
import { EnvironmentMenu } from './EnvironmentMenu';
import classes from './EnvironmentTable.module.css';
import { healthDetail } from './health';
import { HealthMark } from './HealthMark';
import { LastRun } from './LastRun';
import { NextRun } from './NextRun';
import { RunBars } from './RunBars';
import { RunButton } from './RunButton';
import { StatusBadge } from './StatusBadge';

interface EnvironmentRowProps {
  overview: EnvironmentOverview;
  projectName: string;
  onDelete: () => void;
}

// EnvironmentRow shows an environment on the Deploy page. An error of its Run button appears below it.
export function EnvironmentRow({ overview, projectName, onDelete }: EnvironmentRowProps) {
  const start = useStartRefresh();
  return (
    <>
      <Table.Tr data-environment={overview.id}>
        <Table.Th scope="row">
          <EnvironmentLink environment={overview} data-row-link fw={600} fz="md" c="var(--text)">
            {overview.name}
          </EnvironmentLink>
          <Text c="dimmed" size="xs" fw={400}>
            <ProjectLink projectID={overview.project}>{projectName}</ProjectLink>
            <br />
            id {overview.id}
          </Text>
        </Table.Th>
        <Table.Td>
          <StatusBadge status={overview.status} />
          <div>
            <HealthMark status={overview.health.status} />
          </div>
          <Text c="dimmed" size="xs">
            {healthDetail(overview.health)}
          </Text>
        </Table.Td>
        <Table.Td>
          <DeployedCommit overview={overview} />
        </Table.Td>
        <Table.Td>
          <RunBars environment={overview.name} runs={overview.runs} />
          <LastRun run={overview.runs[0]} />
        </Table.Td>
        <Table.Td>
          <NextRun overview={overview} />
        </Table.Td>
        <Table.Td>
          <div className={classes.actions}>
            <div>
              <DeployButton overview={overview} data-action="deploy" size="compact-sm" variant="light" />
              <RunButton overview={overview} start={start} data-action="run" size="compact-sm" />
            </div>
            <EnvironmentMenu overview={overview} onDelete={onDelete} />
          </div>
        </Table.Td>
      </Table.Tr>
      {start.error && (
        <Table.Tr>
          <Table.Td colSpan={6}>
            <ProblemAlert error={start.error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
