import { Button, Group, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { quoted } from '../api/curl';
import { type NodeCreate, type NodeType, locationNamesQuery, nodeListQuery, nodeTypesQuery, useCreateNode } from '../api/nodes';
import { meQuery } from '../api/session';
import { announce } from '../ui/announce';
import { CheckList } from '../ui/CheckList';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { LeaveDialog } from '../ui/LeaveDialog';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { SegmentChoice } from '../ui/SegmentChoice';
import classes from './Editor.module.css';
import { ReadOnlyNotice } from './Notices';
import { mayEditWorkspaces } from './access';

const route = getRouteApi('/signedIn/projects/$projectID/workspaces/$workspaceID/nodes/new');

// NewNodePage creates a node from other nodes or from pasted SQL.
export function NewNodePage() {
  const { projectID, workspaceID } = route.useParams();
  const me = useQuery(meQuery).data;
  const types = useQuery(nodeTypesQuery(workspaceID));
  const nodes = useQuery(nodeListQuery(workspaceID));
  const error = types.error ?? nodes.error;
  const isLoaded = me && types.data && nodes.data;
  return (
    <Stack gap="lg">
      <PageHeader title="New node" description="A node selects from other nodes and becomes a table or a view." />
      {error && <ProblemAlert error={error} onRetry={() => void Promise.all([types.refetch(), nodes.refetch()])} />}
      {!isLoaded && !error && <PageSkeleton />}
      {isLoaded && !mayEditWorkspaces(me, projectID) && <ReadOnlyNotice />}
      {isLoaded && mayEditWorkspaces(me, projectID) && <NewNodeForm types={types.data} nodes={nodes.data} />}
    </Stack>
  );
}

interface NewNodeFormProps {
  types: NodeType[];
  nodes: { id: string; name: string; locationName: string }[];
}

function NewNodeForm({ types, nodes }: NewNodeFormProps) {
  const { projectID, workspaceID } = route.useParams();
  const search = route.useSearch();
  const goTo = route.useNavigate();
  const navigate = useNavigate();
  const create = useCreateNode(workspaceID);
  const locations = useQuery(locationNamesQuery(workspaceID)).data?.locations ?? [];
  const isText = search.as === 'sql';
  const from = (search.from ?? '').split(',').filter((id) => nodes.some((node) => node.id === id));
  const [typeID, setType] = useState('');
  const [location, setLocation] = useState('');
  const [name, setName] = useState('');
  const [sql, setSQL] = useState('');
  const choices = typeChoices(types, isText);
  const type = choices.some(({ value }) => value === typeID) ? typeID : (choices[0]?.value ?? '');

  const body: NodeCreate = {
    nodeType: type,
    name: name.trim() || undefined,
    locationName: location || undefined,
    ...(isText ? { sql } : { predecessorNodeIDs: from }),
  };

  function send(event: FormEvent) {
    event.preventDefault();
    create.mutate(body, {
      onSuccess: (node) => {
        announce(`${node.name} is created`);
        void navigate({
          to: '/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID',
          params: { projectID, workspaceID, nodeID: node.id },
          ignoreBlocker: true,
        });
      },
    });
  }

  return (
    <Panel>
      <LeaveDialog isDirty={sql.trim() !== ''} title="The SQL of the new node is not saved" />
      <form onSubmit={send} className={classes.form}>
        <Stack>
          <SegmentChoice
            label="Start from"
            value={isText ? 'sql' : 'nodes'}
            options={[
              { value: 'nodes', label: 'From nodes' },
              { value: 'sql', label: 'Paste SQL' },
            ]}
            onChange={(as) => void goTo({ search: (old) => ({ ...old, as: as === 'sql' ? ('sql' as const) : undefined }), replace: true })}
          />
          {isText ? (
            <Textarea
              label="SQL"
              value={sql}
              onChange={(event) => setSQL(event.currentTarget.value)}
              description="A SELECT. Refer to a node with {{ ref('LOCATION', 'NODE') }}."
              required
              autosize
              minRows={8}
              spellCheck={false}
              classNames={{ input: classes.code }}
              placeholder={"SELECT o.id\nFROM {{ ref('STAGE', 'STG_ORDERS') }} AS o"}
            />
          ) : (
            <CheckList
              label="Nodes that it reads"
              description="The new node gets their columns, and a join on the columns with the same name."
              options={nodes.map((node) => ({ value: node.id, label: `${node.locationName}.${node.name}` }))}
              value={from}
              onChange={(ids) => void goTo({ search: (old) => ({ ...old, from: ids.join(',') || undefined }), replace: true })}
            />
          )}
          <NativeSelect label="Node type" data={choices} value={type} onChange={(event) => setType(event.currentTarget.value)} />
          <TextInput
            label="Name"
            placeholder={isText ? 'From the node type' : 'From the node type and the first node'}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Location"
            data={[{ value: '', label: 'That of the node type' }, ...locations.map((one) => ({ value: one, label: one }))]}
            value={location}
            onChange={(event) => setLocation(event.currentTarget.value)}
          />
          {create.isError && <ProblemAlert error={create.error} />}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              The node is part of the workspace until you commit it.
            </Text>
            <Group gap="xs">
              <CopyAsCurl
                path={`/api/v1/workspaces/${workspaceID}/nodes`}
                body={body}
                command={commandOf(workspaceID, body)}
                reason={isText && sql.trim() === '' ? 'Enter the SQL.' : undefined}
              />
              <Button type="submit" loading={create.isPending} disabled={type === ''}>
                Create the node
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

// commandOf returns the command that creates the same node.
function commandOf(workspaceID: string, { nodeType, name, locationName, predecessorNodeIDs = [], sql }: NodeCreate): string {
  const flags: [string, string | undefined][] = [
    ['--workspace', workspaceID],
    ['--type', nodeType],
    ['--name', name],
    ['--location', locationName],
    ...predecessorNodeIDs.map((id): [string, string] => ['--from', id]),
  ];
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${quoted(value)}`]));
  const command = ['millrace nodes create', ...given].join(' ');
  return sql === undefined ? command : `${command} --sql-file - <<'END_OF_SQL'\n${sql}\nEND_OF_SQL`;
}

// A type with the same id for mappings and for SQL is offered once.
function typeChoices(types: NodeType[], isText: boolean): { value: string; label: string }[] {
  const fitting = types.filter(({ fileVersion, isDisabled }) => !isDisabled && (!isText || fileVersion >= 2));
  const unique = fitting.filter(({ id }, index) => fitting.findIndex((other) => other.id === id) === index);
  return unique.map(({ id, name, fileVersion, isBuiltIn, package: from }) => {
    const origin = isBuiltIn ? 'library' : (from ?? 'project');
    return { value: id, label: `${name} · ${fileVersion >= 2 ? 'SQL' : 'mapping'} · ${origin}` };
  });
}
