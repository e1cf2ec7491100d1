import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdateConnection } from '../api/connections';
import { projectsQuery } from '../api/projects';
import type { Connection } from '../api/types';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { useLast } from '../ui/useLast';
import { EngineFields } from './EngineFields';
import { type ConnectionKind, connectionFrom } from './kinds';
import { WorkerFields, workersFrom } from './WorkerFields';

interface EditConnectionDialogProps {
  connection: Connection | undefined;
  onClose: () => void;
}

// EditConnectionDialog changes a connection, and which projects may use it.
export function EditConnectionDialog({ connection, onClose }: EditConnectionDialogProps) {
  const shown = useLast(connection);
  if (!shown) return null;
  return (
    <Dialog opened={connection !== undefined} onClose={onClose} title={`Edit connection ${shown.name}`}>
      <Form key={shown.id} connection={shown} onClose={onClose} />
    </Dialog>
  );
}

function Form({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const update = useUpdateConnection();
  const projects = useQuery(projectsQuery).data ?? [];
  const [forAll, setForAll] = useState(connection.allProjects);
  const [granted, setGranted] = useState(connection.projects);
  const kind = connection.platformKind as ConnectionKind;
  const removed = forAll ? 0 : connection.projects.filter((id) => !granted.includes(id)).length;

  function submit(fields: Fields) {
    const { name, settings, secret } = connectionFrom(kind, fields);
    // The form does not show every setting; the others stay.
    const kept = { ...connection.settings };
    for (const optional of ['path', 'catalogSchema', 's3Region', 's3Endpoint']) delete kept[optional];
    const { workerLabel = null, maxRuns = null } = workersFrom(fields);
    update.mutate(
      {
        connectionID: connection.id,
        body: { name, settings: { ...kept, ...settings }, secret, allProjects: forAll, projects: granted, workerLabel, maxRuns },
      },
      {
        onSuccess: () => {
          announce(`Connection ${name} is changed`);
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submitted(submit)} autoComplete="off">
      <Stack>
        {update.error && <ProblemAlert error={update.error} />}
        <TextInput name="name" label="Name" defaultValue={connection.name} required maxLength={200} autoComplete="off" data-autofocus />
        <EngineFields kind={kind} settings={connection.settings} hasSecret={connection.hasSecret} />
        <WorkerFields connection={connection} />
        <Switch label="All projects may use this connection" checked={forAll} onChange={(event) => setForAll(event.currentTarget.checked)} />
        {!forAll && (
          <Checkbox.Group
            label="Projects that may use it"
            value={granted}
            onChange={setGranted}
            description={removed > 0 ? 'Runs of a removed project fail from now on.' : undefined}
          >
            <Stack gap={6} mt={6}>
              {projects.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <FormActions submit="Save" isWorking={update.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
