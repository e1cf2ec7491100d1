import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCreateConnection } from '../api/connections';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { EngineFields } from './EngineFields';
import { type ConnectionKind, connectionFrom, kindChoices } from './kinds';
import { WorkerFields, workersFrom } from './WorkerFields';

interface CreateConnectionDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateConnectionDialog({ opened, onClose }: CreateConnectionDialogProps) {
  const create = useCreateConnection();
  const [kind, setKind] = useState<ConnectionKind>('duckdb');

  function close() {
    create.reset();
    setKind('duckdb');
    onClose();
  }

  function submit(fields: Fields) {
    create.mutate({ ...connectionFrom(kind, fields), ...workersFrom(fields) }, {
      onSuccess: (connection) => {
        announce(`Connection ${connection.name} is created`);
        close();
      },
    });
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create connection">
      <form onSubmit={submitted(submit)} autoComplete="off">
        <Stack>
          {create.error && <ProblemAlert error={create.error} />}
          <TextInput name="name" label="Name" placeholder="Warehouse" required maxLength={200} autoComplete="off" data-autofocus />
          <NativeSelect
            label="Engine"
            data={kindChoices}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as ConnectionKind)}
          />
          <EngineFields kind={kind} />
          <WorkerFields />
          <FormActions submit="Create connection" isWorking={create.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}
