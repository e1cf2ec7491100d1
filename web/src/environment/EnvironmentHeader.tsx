import { Group } from '@mantine/core';
import { useStartRefresh } from '../api/refreshes';
import { DeployButton } from '../environments/DeployButton';
import { RunButton } from '../environments/RunButton';
import { useRunOpener } from '../environments/RunLink';
import { StatusBadge } from '../environments/StatusBadge';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { PageHeader } from '../ui/PageHeader';
import { ProblemAlert } from '../ui/ProblemAlert';
import type { EnvironmentTabProps } from './EnvironmentPage';

export function EnvironmentHeader({ environment, overview }: EnvironmentTabProps) {
  const start = useStartRefresh();
  const open = useRunOpener();
  return (
    <>
      <PageHeader
        title={environment.name}
        description={environment.description || undefined}
        actions={
          <>
            <CopyAsCurl path={`/api/v1/environmentOverviews?environment=${environment.id}`} command={`millrace environments get ${environment.id}`} />
            <RunButton overview={overview} start={start} onStarted={open} size="xs" />
            <DeployButton overview={overview} size="xs" />
          </>
        }
      />
      <Group gap="xs" mt={-8}>
        <StatusBadge status={overview.status} />
      </Group>
      {start.error && <ProblemAlert error={start.error} />}
    </>
  );
}
