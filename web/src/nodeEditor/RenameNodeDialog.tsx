import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { locationNamesQuery, useRenameNode } from '../api/nodes';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { FormActions } from '../ui/FormActions';
import { ProblemAlert } from '../ui/ProblemAlert';
import { submitted } from '../ui/form';
import { Readers } from './Readers';
import type { NodeEditor } from './useNodeEditor';

interface RenameNodeDialogProps {
  opened: boolean;
  editor: NodeEditor;
  onClose: () => void;
}

// RenameNodeDialog renames a node; the references of other nodes follow.
export function RenameNodeDialog({ opened, editor, onClose }: RenameNodeDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Rename ${editor.base.name}`}>
      {opened && <RenameForm editor={editor} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({ editor, onClose }: Omit<RenameNodeDialogProps, 'opened'>) {
  const rename = useRenameNode(editor.key);
  const locations = useQuery(locationNamesQuery(editor.key.workspaceID)).data?.locations ?? [editor.base.locationName];
  const [locationName, setLocation] = useState(editor.base.locationName);
  if (editor.changes > 0) return <Text>Save or discard your changes first: a rename changes the saved version.</Text>;
  const send = ({ name = '' }: Record<string, string>) =>
    rename.mutate(
      { name, locationName, version: editor.base.version },
      {
        onSuccess: () => {
          announce(`The node is now ${name}`);
          onClose();
        },
      },
    );
  return (
    <form onSubmit={submitted(send)}>
      <Stack>
        <TextInput name="name" label="Name" defaultValue={editor.base.name} required maxLength={255} data-autofocus />
        <NativeSelect label="Location" data={locations} value={locationName} onChange={(event) => setLocation(event.currentTarget.value)} />
        <Readers editor={editor} one="node reads it; its reference is changed" many="nodes read it; their references are changed" />
        {rename.isError && <ProblemAlert error={rename.error} />}
        <FormActions submit="Rename" isWorking={rename.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
