import { Button, Group, NativeSelect, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type NodeType, locationNamesQuery, nodeListQuery, nodeTypesQuery, useCreateNode } from '../api/nodes';
import { meQuery } from '../api/session';
import { announce } from '../ui/announce';
import { CheckList } from '../ui/CheckList';
import { LeaveDialog } from '../ui/LeaveDialog';
import { PageHeader } from '../ui/PageHeader';
import { PageSkeleton } from '../ui/PageSkeleton';
import { Panel } from '../ui/Panel';
import { ProblemAlert } from '../ui/ProblemAlert';
import { SegmentChoice } from '../ui/SegmentChoice';
import { submitted } from '../ui/form';
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
  const [sql, setSQL] = useState('');
  const choices = typeChoices(types, isText);
  const type = choices.some(({ value }) => value === typeID) ? typeID : (choices[0]?.value ?? '');

  const send = ({ name }: Record<string, string>) =>
    create.mutate(
      {
        nodeType: type,
        name: name || undefined,
        locationName: location || undefined,
        ...(isText ? { sql } : { predecessorNodeIDs: from }),
      },
      {
        onSuccess: (node) => {
          announce(`${node.name} is created`);
          void navigate({
            to: '/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID',
            params: { projectID, workspaceID, nodeID: node.id },
            ignoreBlocker: true,
          });
        },
      },
    );
  return (
    <Panel>
      <LeaveDialog isDirty={sql.trim() !== ''} title="The SQL of the new node is not saved" />
      <form onSubmit={submitted(send)} className={classes.form}>
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
              options={nodes.map(({ id, name, locationName }) => ({ value: id, label: `${locationName}.${name}` }))}
              value={from}
              onChange={(ids) => void goTo({ search: (old) => ({ ...old, from: ids.join(',') || undefined }), replace: true })}
            />
          )}
          <NativeSelect label="Node type" data={choices} value={type} onChange={(event) => setType(event.currentTarget.value)} />
          <TextInput name="name" label="Name" placeholder={isText ? 'From the node type' : 'From the node type and the first node'} maxLength={255} />
          <NativeSelect
            label="Location"
            data={[{ value: '', label: 'That of the node type' }, ...locations.map((name) => ({ value: name, label: name }))]}
            value={location}
            onChange={(event) => setLocation(event.currentTarget.value)}
          />
          {create.isError && <ProblemAlert error={create.error} />}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              The node is part of the workspace until you commit it.
            </Text>
            <Button type="submit" loading={create.isPending} disabled={type === ''}>
              Create the node
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
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
