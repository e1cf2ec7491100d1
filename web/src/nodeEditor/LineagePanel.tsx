import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nodeLineageQuery } from '../api/nodes';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Panels.module.css';
import type { NodeEditor } from './useNodeEditor';

interface Endpoint {
  nodeID: string;
  node: string;
  column: string;
}

// LineagePanel lists the sources and the readers of the columns of the saved version.
export function LineagePanel({ editor, projectID }: { editor: NodeEditor; projectID: string }) {
  const lineage = useQuery(nodeLineageQuery(editor.key, editor.base.version));
  if (lineage.isError) return <ProblemAlert error={lineage.error} onRetry={() => void lineage.refetch()} />;
  if (!lineage.data) return <Skeleton height={200} m="sm" aria-busy="true" />;
  const { columns, isComplete, reason } = lineage.data;
  const params = { projectID, workspaceID: editor.key.workspaceID };
  return (
    <div className={classes.panel}>
      {!isComplete && (
        <Text size="sm" c="dimmed" p="sm">
          The lineage is incomplete: {reason}
        </Text>
      )}
      {columns.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          This node has no columns.
        </Text>
      )}
      <dl className={classes.lineage}>
        {columns.map(({ column, upstream, downstream }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>
              from <Endpoints list={upstream} params={params} none="nothing" />
            </dd>
            <dd>
              to <Endpoints list={downstream} params={params} none="no reader" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Endpoints({ list, params, none }: { list: Endpoint[]; params: { projectID: string; workspaceID: string }; none: string }) {
  if (list.length === 0) return <>{none}</>;
  return list.map(({ nodeID, node, column }, index) => (
    <span key={`${nodeID} ${column}`}>
      {index > 0 && ', '}
      <Link to="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID" params={{ ...params, nodeID }} search={{ tab: 'columns', column }}>
        {node}.{column}
      </Link>
    </span>
  ));
}
