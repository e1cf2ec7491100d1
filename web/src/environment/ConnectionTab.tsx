import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { connectionsQuery } from '../api/connections';
import { useUpdateEnvironment } from '../api/environmentSettings';
import type { Connection } from '../api/types';
import { may } from '../environments/permissions';
import { platformNames } from '../projects/platforms';
import { announce } from '../ui/announce';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import classes from './Environment.module.css';
import type { EnvironmentTabProps } from './EnvironmentPage';
import { WorkerLabel } from './WorkerLabel';

// ConnectionTab shows the database of an environment. Choosing another one needs its own permission.
export function ConnectionTab({ environment, overview }: EnvironmentTabProps) {
  const connections = useQuery(connectionsQuery);
  const update = useUpdateEnvironment(environment.id);
  const mayChange = may(overview, 'environment.update') && may(overview, 'connections.use');

  function choose(connection: string) {
    update.mutate({ connection: connection || null }, { onSuccess: () => announce('The connection is saved') });
  }

  return (
    <QueryView query={connections}>
      {(all) => {
        const standard = all.find(({ isDefault }) => isDefault);
        const current = environment.connection ? all.find(({ id }) => id === environment.connection) : standard;
        return (
          <Stack gap="md" maw={760}>
            {mayChange && (
              <NativeSelect
                label="Connection"
                description="Another connection makes the open plans of this environment stale. Deployed tables do not move with it."
                value={environment.connection ?? ''}
                disabled={update.isPending}
                onChange={(event) => choose(event.currentTarget.value)}
                data={[
                  { value: '', label: standard ? `${standard.name} (default)` : "The organization's default" },
                  ...all.filter(({ isDefault }) => !isDefault).map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
            )}
            {update.error && <ProblemAlert error={update.error} />}
            {current ? <ConnectionFacts connection={current} /> : <Text size="sm">The connection no longer exists.</Text>}
            <WorkerLabel environment={environment} overview={overview} />
            {!mayChange && (
              <Text size="sm" c="dimmed">
                Your roles do not include the choice of the connection.
              </Text>
            )}
          </Stack>
        );
      }}
    </QueryView>
  );
}

function ConnectionFacts({ connection: { name, platformKind, settings, hasSecret, workerLabel, maxRuns } }: { connection: Connection }) {
  const facts: [string, string][] = [
    ['Name', name],
    ['Engine', platformNames[platformKind]],
    ...Object.entries(settings).map(([key, value]): [string, string] => [key, String(value)]),
    ['Password', hasSecret ? 'stored' : 'none'],
    ...(workerLabel ? [['Worker label', workerLabel] as [string, string]] : []),
    ...(maxRuns ? [['Runs at once', String(maxRuns)] as [string, string]] : []),
  ];
  return (
    <Panel>
      <dl className={classes.entries}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.entry}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
