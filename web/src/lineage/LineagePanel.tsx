import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ColumnTrace, type TracedNode, columnLineageQuery } from '../api/catalog';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { CopyButton } from '../ui/CopyButton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import classes from './Lineage.module.css';
import { UseMark } from './UseMark';
import { carriesValue, columnKey, nodeName } from './trace';

interface LineagePanelProps {
  environmentID: string;
  nodes: TracedNode[];
  looked: string;
}

// LineagePanel shows the column that the user looks at, and what a change of it would touch.
export function LineagePanel({ environmentID, nodes, looked }: LineagePanelProps) {
  const node = nodes.find((one) => one.columns.some(({ name }) => columnKey(one, name) === looked));
  const column = node?.columns.find(({ name }) => columnKey(node, name) === looked);
  const request = { environmentID, nodeID: node?.nodeID ?? '', column: column?.name ?? '', direction: 'downstream' } as const;
  const impact = useQuery({ ...columnLineageQuery(request), enabled: column !== undefined });
  if (!node || !column) return null;
  const params = { environmentID, node: nodeName(node), column: column.name };
  return (
    <aside className={classes.panel} aria-label="Selected column">
      <Text size="xs" c="dimmed" ff="monospace">
        {nodeName(node)} · {node.nodeType}
      </Text>
      <h2 className={classes.panelTitle}>{column.name}</h2>
      <Text size="sm" c="dimmed">
        {[column.dataType, !column.nullable && 'not null'].filter(Boolean).join(', ') || 'type unknown'}
      </Text>
      {column.description && <Text size="sm">{column.description}</Text>}
      {column.transform && <code className={classes.code}>{column.transform}</code>}
      <Anchor size="sm" renderRoot={(props) => <Link {...props} from="/catalog/$environmentID/columns/$node/$column" to="/catalog/$environmentID/columns/$node/$column" params={params} search={(old) => ({ ...old, look: undefined })} />}>
        Show the lineage of this column
      </Anchor>
      <h3 className={classes.panelHead}>If this column changes</h3>
      {impact.isPending && <Skeleton height={120} aria-busy="true" />}
      {impact.isError && <ProblemAlert error={impact.error} onRetry={() => void impact.refetch()} />}
      {impact.data && <Impact environmentID={environmentID} trace={impact.data} />}
    </aside>
  );
}

const mostTouched = 40;

function Impact({ environmentID, trace }: { environmentID: string; trace: ColumnTrace }) {
  const touched = touchedColumns(trace);
  const nodes = trace.nodes.slice(1);
  const jobs = [...new Map(nodes.flatMap((node) => node.jobs).map((job) => [job.id, job])).values()];
  const counts = [
    { label: 'columns', count: touched.length },
    { label: 'nodes', count: nodes.length },
    { label: 'tests', count: nodes.reduce((sum, { tests }) => sum + tests, 0) },
    { label: 'jobs', count: jobs.length },
  ];
  if (nodes.length === 0) return <Text size="sm">Nothing reads this column.</Text>;
  return (
    <>
      <dl className={classes.counts}>
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dd>{count}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      <ul className={classes.touched}>
        {touched.slice(0, mostTouched).map(({ node, column, use, expression }) => (
          <li key={`${nodeName(node)} ${column ?? ''} ${use}`}>
            <div>
              {column ? (
                <Link from="/catalog/$environmentID/columns/$node/$column" to="/catalog/$environmentID/columns/$node/$column" params={{ environmentID, node: nodeName(node), column }} search={(old) => ({ ...old, look: undefined })} className={classes.columnLink}>
                  {node.name}.<strong>{column}</strong>
                </Link>
              ) : (
                <span className={classes.columnLink}>rows of {node.name}</span>
              )}
              <UseMark use={use} />
            </div>
            {expression && <code>{expression}</code>}
          </li>
        ))}
      </ul>
      {touched.length > mostTouched && <Text size="xs">{touched.length - mostTouched} more are in the table of “Where it goes”.</Text>}
      {jobs.length > 0 && (
        <Text size="sm">
          <strong>Jobs</strong> {jobs.map(({ name }) => name).join(', ')}
        </Text>
      )}
      <Selection environmentID={environmentID} nodes={nodes} />
    </>
  );
}

// Selection offers the touched nodes as a selector, in the first workspace of the project that the user can see.
function Selection({ environmentID, nodes }: { environmentID: string; nodes: TracedNode[] }) {
  const projectID = useQuery(environmentsQuery()).data?.find(({ id }) => id === environmentID)?.project;
  const workspace = useQuery(projectsQuery).data?.find(({ id }) => id === projectID)?.workspaces?.[0];
  const selector = nodes.map(({ name }) => `{ ${name} }`).join(' OR ');
  return (
    <Group gap="xs">
      {projectID && workspace && (
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/build" params={{ projectID, workspaceID: workspace.id }} search={{ select: selector }} />
          )}
        >
          Select {counted(nodes.length, 'node')} in {workspace.name}
        </Button>
      )}
      <CopyButton label="Copy the selector" text={selector} />
    </Group>
  );
}

interface Touched {
  node: TracedNode;
  column?: string;
  use: ColumnTrace['edges'][number]['use'];
  expression?: string;
}

// touchedColumns returns each column that contains the value, and each node whose rows it decides about, nearest first.
function touchedColumns(trace: ColumnTrace): Touched[] {
  const byID = new Map(trace.nodes.map((node) => [node.nodeID, node]));
  const found = new Map<string, Touched>();
  for (const edge of trace.edges) {
    const node = byID.get(edge.toNodeID);
    const key = `${edge.toNodeID} ${carriesValue(edge) ? edge.toColumn : ''}`;
    if (node && !found.has(key)) found.set(key, { node, column: edge.toColumn, use: edge.use, expression: edge.expression });
  }
  return [...found.values()];
}
