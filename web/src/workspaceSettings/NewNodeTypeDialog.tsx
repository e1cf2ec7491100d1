import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Workspace } from '../api/types';
import { type NodeType, nodeTypeQuery, useSetNodeType } from '../api/workspaceSettings';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { type Fields, submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';

interface NewNodeTypeDialogProps {
  opened: boolean;
  types: NodeType[];
  workspace: Workspace;
  onCreated: (id: string) => void;
  onClose: () => void;
}

// NewNodeTypeDialog copies an existing type, because an empty one creates nothing.
export function NewNodeTypeDialog({ opened, types, workspace, onCreated, onClose }: NewNodeTypeDialogProps) {
  const set = useSetNodeType(workspace.id);
  const queryClient = useQueryClient();

  function close() {
    set.reset();
    onClose();
  }

  async function submit({ name = '', from = '' }: Fields) {
    const { spec = '', create = '', run = '', fileVersion } = await queryClient.ensureQueryData(nodeTypeQuery(workspace.id, from));
    const id = newID();
    set.mutate(
      { id, body: { name: name.trim(), spec, create, run, fileVersion } },
      {
        onSuccess: () => {
          announce(`Node type ${name} is created`);
          close();
          onCreated(id);
        },
      },
    );
  }

  return (
    <Dialog opened={opened} onClose={close} title="Create node type">
      <form onSubmit={submitted((fields) => void submit(fields))}>
        <Stack>
          {set.error && <ProblemAlert error={set.error} />}
          <TextInput name="name" label="Name" placeholder="Merged fact" required maxLength={200} data-autofocus />
          <NativeSelect
            name="from"
            label="Copy of"
            description="Options and templates of this type are copied; change them afterwards."
            data={types.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FormActions submit="Create node type" isWorking={set.isPending} onCancel={close} />
        </Stack>
      </form>
    </Dialog>
  );
}

// newID returns a random id. Browsers offer UUIDs only over HTTPS and on localhost.
function newID(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
