import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type NodeType, nodeTypesQuery } from '../api/workspaceSettings';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/Icon';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { NewNodeTypeDialog } from './NewNodeTypeDialog';
import { NodeTypeForm } from './NodeTypeForm';
import classes from './Settings.module.css';
import type { SettingsTabProps } from './WorkspaceSettingsPage';

// NodeTypesTab lists the node types of the project, of its packages and of the library, and edits one.
export function NodeTypesTab(props: SettingsTabProps) {
  const { workspace, search, mayEdit, onItem } = props;
  const types = useQuery(nodeTypesQuery(workspace.id));
  const [isCreating, setCreating] = useState(false);
  return (
    <QueryView query={types}>
      {(all) => {
        const own = all.filter((type) => !type.isBuiltIn && !type.package);
        const selected = search.item ?? own[0]?.id ?? all[0]?.id;
        return (
          <>
            {mayEdit && (
              <Group justify="flex-end">
                <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
                  Create node type
                </Button>
              </Group>
            )}
            <div className={classes.split}>
              <Panel>
                <nav aria-label="Node types">
                  <TypeList label="Project" types={own} selected={selected} {...props} />
                  <TypeList label="Packages" types={all.filter((type) => type.package)} selected={selected} {...props} />
                  <TypeList label="Library" types={all.filter((type) => type.isBuiltIn)} selected={selected} {...props} />
                </nav>
              </Panel>
              {selected ? (
                <NodeTypeForm key={selected} id={selected} {...props} />
              ) : (
                <EmptyState icon="projects" title="No node types">
                  Create one to define how nodes are created and loaded.
                </EmptyState>
              )}
            </div>
            <NewNodeTypeDialog opened={isCreating} types={all} workspace={workspace} onCreated={onItem} onClose={() => setCreating(false)} />
          </>
        );
      }}
    </QueryView>
  );
}

interface TypeListProps extends SettingsTabProps {
  label: string;
  types: NodeType[];
  selected: string | undefined;
}

function TypeList({ label, types, selected, workspace }: TypeListProps) {
  if (types.length === 0) return null;
  return (
    <>
      <p className={classes.group}>
        {label} {types.length}
      </p>
      <ul className={classes.list}>
        {types.map((type) => (
          <li key={type.id}>
            <Link
              to="/projects/$projectID/workspaces/$workspaceID/settings"
              params={{ projectID: workspace.project, workspaceID: workspace.id }}
              search={{ tab: 'nodeTypes', item: type.id }}
              className={classes.item}
              aria-current={type.id === selected ? 'true' : undefined}
              activeProps={{}}
            >
              {type.name}
              <small>
                {type.fileVersion === 2 ? 'SQL nodes' : 'YAML nodes'}
                {type.package ? `, ${type.package}` : ''}
                {type.isDisabled ? ', disabled' : ''}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
