import { Group, TextInput } from '@mantine/core';
import type { Connection } from '../api/types';
import type { Fields } from '../ui/form';

// labelPattern is the form of a label, as the server checks it.
export const labelPattern = '[a-z0-9][a-z0-9._\\-]*';

// WorkerFields say which workers use a connection, and how much.
export function WorkerFields({ connection }: { connection?: Connection }) {
  return (
    <Group grow align="flex-start">
      <TextInput
        name="workerLabel"
        label="Worker label"
        description="Only workers with this label execute runs; empty: any worker."
        defaultValue={connection?.workerLabel}
        maxLength={63}
        pattern={labelPattern}
        title="Lower-case letters, digits, hyphens, underscores and dots"
        autoComplete="off"
      />
      <TextInput
        name="maxRuns"
        label="Runs at once"
        description="Over all workers; empty: no limit."
        defaultValue={connection?.maxRuns}
        type="number"
        min={1}
        max={100000}
      />
    </Group>
  );
}

// workersFrom reads the fields; empty ones are absent.
export function workersFrom({ workerLabel = '', maxRuns = '' }: Fields) {
  return { workerLabel: workerLabel.trim() || undefined, maxRuns: maxRuns ? Number(maxRuns) : undefined };
}
