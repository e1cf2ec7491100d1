import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type NodeType, locationsQuery, nodeTypeQuery, useSetNodeType } from '../api/workspaceSettings';
import { ProblemAlert } from '../ui/ProblemAlert';
import { QueryView } from '../ui/QueryView';
import { useEdited } from '../ui/useEdited';
import { DeleteNodeTypeDialog } from './DeleteNodeTypeDialog';
import { FileProblems } from './FileProblems';
import { LazyTextEditor } from './LazyTextEditor';
import { SaveBar } from './SaveBar';
import { type FileProblem, useFileProblems } from './useFileProblems';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// NodeTypeForm edits a node type: its options panel as YAML and its two templates. Types of the library and of packages
// are shown only.
export function NodeTypeForm({ id, ...props }: SettingsTabProps & { id: string }) {
  const type = useQuery(nodeTypeQuery(props.workspace.id, id));
  return <QueryView query={type}>{(loaded) => <TypeForm key={loaded.id} type={loaded} {...props} />}</QueryView>;
}

function TypeForm({ type, workspace, mayEdit, onItem }: SettingsTabProps & { type: NodeType }) {
  const isOwn = !type.isBuiltIn && !type.package;
  const mayChange = mayEdit && isOwn;
  const set = useSetNodeType(workspace.id);
  const { value: draft, ...edited } = useEdited(draftOf(type), type.version);
  const [isDeleting, setDeleting] = useState(false);
  const locations = useQuery(locationsQuery(workspace.id)).data?.locations ?? [];
  const problems = useFileProblems(workspace.id, (file) => file.startsWith('nodeTypes/') && file.includes(`-${type.id}/`));
  const change = (field: Partial<typeof draft>) => edited.change({ ...draft, ...field });
  const text = (field: 'spec' | 'create' | 'run') => ({
    value: draft[field],
    isReadOnly: !mayChange,
    onChange: (value: string) => change({ [field]: value }),
  });

  function save() {
    const body = { ...draft, defaultStorageLocation: draft.defaultStorageLocation || undefined, fileVersion: type.fileVersion, version: edited.version };
    set.mutate({ id: type.id, body }, { onSuccess: (saved) => edited.complete(draft, saved.version) });
  }

  return (
    <Stack gap="md">
      {!isOwn && (
        <Text size="sm" c="dimmed">
          {type.isBuiltIn ? 'A type of the library' : `A type of the package ${type.package}`}: it can be read here. Create your own type to change it.
        </Text>
      )}
      <Group grow align="flex-start">
        <TextInput label="Name" value={draft.name} readOnly={!mayChange} maxLength={200} onChange={(event) => change({ name: event.currentTarget.value })} />
        <NativeSelect
          label="Location of new nodes"
          value={draft.defaultStorageLocation}
          disabled={!mayChange}
          onChange={(event) => change({ defaultStorageLocation: event.currentTarget.value })}
          data={[{ value: '', label: 'the default location' }, ...locations]}
        />
      </Group>
      <LazyTextEditor label="Options" description="The options panel of its nodes, as YAML." kind="yaml" {...text('spec')} />
      <LazyTextEditor label="Create template" kind="template" problems={marksOf(problems, 'create.sql.j2')} {...text('create')} />
      <LazyTextEditor label="Run template" kind="template" problems={marksOf(problems, 'run.sql.j2')} {...text('run')} />
      <FileProblems problems={problems} />
      {isOwn && (
        <Switch
          label="Disabled"
          description="New nodes cannot have this type; existing ones keep it."
          checked={draft.isDisabled}
          disabled={!mayChange}
          onChange={(event) => change({ isDisabled: event.currentTarget.checked })}
        />
      )}
      {set.error && <ProblemAlert error={set.error} />}
      {isOwn && (
        <SaveBar
          mayChange={mayChange}
          isChanged={edited.isChanged}
          problem={draft.name.trim() === '' ? 'The node type needs a name.' : undefined}
          isWorking={set.isPending}
          onSave={save}
          onReset={edited.reset}
        >
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete node type
          </Button>
        </SaveBar>
      )}
      <DeleteNodeTypeDialog opened={isDeleting} type={type} workspace={workspace} onDeleted={() => onItem(undefined)} onClose={() => setDeleting(false)} />
    </Stack>
  );
}

function draftOf(type: NodeType) {
  return {
    name: type.name,
    isDisabled: type.isDisabled ?? false,
    defaultStorageLocation: type.defaultStorageLocation ?? '',
    spec: type.spec ?? '',
    create: type.create ?? '',
    run: type.run ?? '',
  };
}

// marksOf returns the problems of one of the files, with their lines.
function marksOf(problems: FileProblem[], file: string) {
  return problems
    .filter((problem) => problem.file?.endsWith(`/${file}`) && problem.line)
    .map(({ line = 1, message, severity }) => ({ line, message, severity }));
}
