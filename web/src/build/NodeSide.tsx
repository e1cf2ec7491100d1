import { ActionIcon, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { GraphNode } from '../api/graphs';
import { type Diagnostic, type NodeColumn, type WorkspaceNode, workspaceNodeQuery } from '../api/workspaceContents';
import { LocationDot } from '../graph/LocationDot';
import { StateMark } from '../runs/StateMark';
import { selectNode } from '../selector/selectorText';
import { ActionButton } from '../ui/ActionButton';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { sentence } from '../ui/text';
import { useRunNodes } from './BuildToolbar';
import classes from './NodeSide.module.css';
import type { Build } from './useBuild';

interface NodeSideProps {
  build: Build;
  node: GraphNode;
}

// NodeSide shows the selected node: what is wrong with it, what it consists of, and its neighbors.
export function NodeSide({ build, node }: NodeSideProps) {
  const { workspaceID, scene, validation, change } = build;
  const detail = useQuery(workspaceNodeQuery(workspaceID, node.id));
  const problems = validation?.diagnostics.filter(({ nodeID }) => nodeID === node.id) ?? [];
  return (
    <aside className={classes.side} aria-labelledby="side-title">
      <div className={classes.head}>
        <div className={classes.kind}>
          <LocationDot hue={scene.hues.get(node.locationName)} />
          {[node.locationName, node.nodeTypeName ?? node.nodeType, node.materialization].filter(Boolean).join(' · ')}
          <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={() => change({ node: undefined })}>
            <Icon name="close" size={16} />
          </ActionIcon>
        </div>
        <h2 id="side-title">{node.name}</h2>
        {detail.data?.description && <p>{detail.data.description}</p>}
      </div>
      <div className={classes.body}>
        {problems.map((problem, index) => (
          <Problem key={index} problem={problem} />
        ))}
        <RunState build={build} node={node} />
        <dl className={classes.numbers}>
          <Number label="columns" value={node.columns} />
          <Number label="tests" value={node.tests} />
          <Number label="parents" value={scene.parents.get(node.id)?.length ?? 0} />
          <Number label="children" value={scene.children.get(node.id)?.length ?? 0} />
        </dl>
        {detail.isError && <ProblemAlert error={detail.error} onRetry={() => void detail.refetch()} />}
        <Columns node={detail.data} count={node.columns} />
        <Neighbors build={build} title="Reads" nodes={scene.parents.get(node.id)} />
        <Neighbors build={build} title="Read by" nodes={scene.children.get(node.id)} />
      </div>
      <RunFooter build={build} node={node} />
    </aside>
  );
}

function Number({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Problem({ problem: { severity, message, hint, line } }: { problem: Diagnostic }) {
  return (
    <div className={classes.problem} data-severity={severity}>
      <Icon name={severity === 'error' ? 'failed' : 'alert'} />
      <div>
        <VisuallyHidden>{severity}: </VisuallyHidden>
        <strong>{sentence(message)}</strong>
        <p>{[line ? `Line ${line}` : '', hint].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

// RunState says how the node did in the last development run, and leads there.
function RunState({ build: { run, results, looks }, node }: NodeSideProps) {
  const result = results.get(node.id);
  const look = looks.get(node.id);
  if (!run || !result || !look || node.errors > 0) return null;
  return (
    <div className={classes.state}>
      <StateMark look={look} />
      <span>{[look.tone === 'idle' && look.detail ? `${look.detail} rows` : look.detail, look.time].filter(Boolean).join(' · ')}</span>
      <Link to="/runs/$runID" params={{ runID: `${run.id}` }} search={{ node: `${node.locationName}.${node.name}` }}>
        Run {run.id}
      </Link>
      {result.error && <p>{result.error.errorString}</p>}
    </div>
  );
}

const fewColumns = 6;

function Columns({ node, count }: { node: WorkspaceNode | undefined; count: number }) {
  const [isComplete, setComplete] = useState(false);
  if (count === 0) return null;
  const columns = node?.metadata?.columns;
  const shown = isComplete ? columns : columns?.slice(0, fewColumns);
  return (
    <div>
      <div className={classes.title}>
        <h3>Columns</h3>
        {columns && columns.length > fewColumns && (
          <Button variant="subtle" size="compact-xs" onClick={() => setComplete(!isComplete)}>
            {isComplete ? 'Fewer' : `All ${columns.length}`}
          </Button>
        )}
      </div>
      {!shown && <Skeleton height={24 * Math.min(count, fewColumns)} />}
      <ul className={classes.columns}>
        {shown?.map((column) => (
          <li key={column.columnID}>
            <code>{column.name}</code>
            {isKey(column) && <span className={classes.key}>key</span>}
            <span className={classes.type}>{column.dataType}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const isKey = (column: NodeColumn) => column.isBusinessKey === true || column.isSurrogateKey === true;

function Neighbors({ build: { scene, change }, title, nodes }: { build: Build; title: string; nodes: GraphNode[] | undefined }) {
  if (!nodes || nodes.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.neighbors}>
        {nodes.map((node) => (
          <li key={node.id}>
            <button type="button" onClick={() => change({ node: node.id })}>
              <LocationDot hue={scene.hues.get(node.locationName)} />
              {node.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function RunFooter({ build, node }: NodeSideProps) {
  const { projectID, workspaceID } = build;
  const run = useRunNodes(build);
  const reason = run.denied ?? (node.errors > 0 ? 'The node has errors.' : undefined);
  return (
    <div className={classes.foot}>
      {run.error && <ProblemAlert error={run.error} />}
      <Button
        size="xs"
        renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID" params={{ projectID, workspaceID, nodeID: node.id }} />}
      >
        Open node
      </Button>
      <ActionButton variant="default" size="xs" leftSection={<Icon name="devRun" size={16} />} reason={reason} loading={run.isPending} onClick={() => run.start(`{ nodeID: ${node.id} }`)}>
        Run
      </ActionButton>
      <Button variant="subtle" size="xs" onClick={() => build.change({ select: selectNode(node.name, { up: true, down: true }) })}>
        Lineage
      </Button>
    </div>
  );
}
