import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Workspace } from '../api/types';
import { type NodeName, type Subgraph, useSetSubgraph } from '../api/workspaceSettings';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { submitted } from '../ui/form';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { contains, counted } from '../ui/text';
import classes from './Settings.module.css';

interface SubgraphDialogProps {
  opened: boolean;
  // Absent for a new one.
  subgraph: Subgraph | undefined;
  nodes: NodeName[];
  workspace: Workspace;
  onClose: () => void;
}

// SubgraphDialog edits the name and the nodes of a subgraph. The form is new for each subgraph.
export function SubgraphDialog(props: SubgraphDialogProps) {
  const { opened, subgraph, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={subgraph ? `Edit subgraph ${subgraph.name}` : 'Create subgraph'} size="lg">
      <SubgraphForm key={subgraph?.id} {...props} />
    </Dialog>
  );
}

function SubgraphForm({ subgraph, nodes, workspace, onClose }: SubgraphDialogProps) {
  const set = useSetSubgraph(workspace.id);
  const [steps, setSteps] = useState(subgraph?.steps ?? []);
  const [query, setQuery] = useState('');
  const shown = nodes.filter(({ name }) => contains(query, name));

  function submit(name: string) {
    set.mutate(
      { id: subgraph?.id, body: { name: name.trim(), steps, version: subgraph?.version } },
      {
        onSuccess: () => {
          announce(`Subgraph ${name} is saved`);
          onClose();
        },
      },
    );
  }

  return (
    <form onSubmit={submitted(({ name = '' }) => submit(name))}>
      <Stack>
        {set.error && <ProblemAlert error={set.error} />}
        <TextInput name="name" label="Name" defaultValue={subgraph?.name} required maxLength={200} data-autofocus />
        <TextInput label="Find nodes" value={query} onChange={(event) => setQuery(event.currentTarget.value)} />
        <fieldset className={classes.nodes}>
          <legend>{counted(steps.length, 'node')} of {nodes.length} selected</legend>
          {shown.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={steps.includes(id)}
                onChange={(event) => setSteps(event.currentTarget.checked ? [...steps, id] : steps.filter((step) => step !== id))}
              />{' '}
              {name}
            </label>
          ))}
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              No node matches.
            </Text>
          )}
        </fieldset>
        <FormActions submit="Save" isWorking={set.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
