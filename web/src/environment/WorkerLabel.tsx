import { Button, Group, Text, TextInput } from '@mantine/core';
import { useUpdateEnvironment } from '../api/environmentSettings';
import { labelPattern } from '../connections/WorkerFields';
import { may } from '../environments/permissions';
import { announce } from '../ui/announce';
import { type Fields, submitted } from '../ui/form';
import { ProblemAlert } from '../ui/ProblemAlert';
import type { EnvironmentTabProps } from './EnvironmentPage';

// WorkerLabel shows and changes the label that a worker needs for the runs of an environment.
export function WorkerLabel({ environment, overview }: EnvironmentTabProps) {
  const update = useUpdateEnvironment(environment.id);

  function submit({ workerLabel = '' }: Fields) {
    update.mutate({ workerLabel: workerLabel.trim() || null }, { onSuccess: () => announce('The worker label is saved') });
  }

  if (!may(overview, 'environment.update')) {
    return environment.workerLabel ? (
      <Text size="sm">
        Only workers with the label <code>{environment.workerLabel}</code> execute runs of this environment.
      </Text>
    ) : null;
  }
  return (
    <form onSubmit={submitted(submit)}>
      {update.error && <ProblemAlert error={update.error} />}
      <Group align="flex-end" gap="sm">
        <TextInput
          key={environment.workerLabel}
          name="workerLabel"
          label="Worker label"
          description="Only workers with this label execute runs of this environment; empty: any worker that the connection allows."
          defaultValue={environment.workerLabel}
          maxLength={63}
          pattern={labelPattern}
          title="Lower-case letters, digits, hyphens, underscores and dots"
          autoComplete="off"
          flex={1}
        />
        <Button type="submit" variant="default" loading={update.isPending}>
          Save label
        </Button>
      </Group>
    </form>
  );
}
