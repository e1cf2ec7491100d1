import { Link } from '@tanstack/react-router';
import type { NodeResult, RunInfo } from '../api/types';
import { NodeHistory } from '../catalog/NodeHistory';
import { useTabKeys } from '../shell/useTabKeys';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import { EditNodeLink } from './EditNodeLink';
import { ErrorView } from './ErrorView';
import classes from './NodePanel.module.css';
import { StageList } from './StageList';
import { StatementView } from './StatementView';
import { TestsView } from './TestsView';
import { clockTime, durationText } from './duration';
import { defaultStage, defaultTab, failedStage, isTest, nodeKey } from './nodes';
import { usePlaces } from './places';
import type { RunSearch, RunTab } from './search';
import { nodeLook } from './status';
import tones from './tones.module.css';

interface NodePanelProps {
  run: RunInfo;
  node: NodeResult;
  failed: NodeResult[];
  search: RunSearch;
  now: number;
}

// NodePanel shows the selected node: its error, its statements and its tests.
export function NodePanel({ run, node, failed, search, now }: NodePanelProps) {
  const { isWorkspace } = usePlaces()(run.environmentID);
  const tabs = tabsOf(node, run.runType === 'refresh' && !isWorkspace);
  const wanted = search.tab ?? (search.stage === undefined ? defaultTab(node) : 'sql');
  const tab = tabs.some(({ name }) => name === wanted) ? wanted : 'sql';
  const stageIndex = stageOf(node, search.stage);
  const look = nodeLook(node);
  useTabKeys();
  return (
    <section className={`${classes.panel} ${tones.tone}`} data-tone={look.tone} aria-labelledby="selected-node">
      <header className={classes.head}>
        <Icon name={look.icon} className={classes.icon} />
        <h2 id="selected-node" className={classes.title}>
          {nodeKey(node)}
        </h2>
        {node.nodeType && <span className={classes.type}>{node.nodeType}</span>}
        <span className={classes.sentence}>
          <strong>{headline(node)}</strong> {timing(node, now)}
        </span>
        <Position node={node} failed={failed} />
        <EditNodeLink run={run} node={node} />
      </header>
      <nav className={classes.tabs} data-tabs aria-label={`Details of ${nodeKey(node)}`}>
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            from="/runs/$runID"
            search={(old) => ({ ...old, node: nodeKey(node), tab: name })}
            resetScroll={false}
            replace
            className={classes.tab}
            data-current={name === tab || undefined}
            aria-current={name === tab ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.body}>
        <StageList node={node} selected={stageIndex} now={now} />
        <div className={classes.content}>
          {tab === 'error' && <ErrorView run={run} node={node} isWorkspace={isWorkspace} />}
          {tab === 'sql' && <StatementView stage={node.queryResults[stageIndex]} node={node} now={now} />}
          {tab === 'tests' && <TestsView node={node} />}
          {tab === 'history' && <NodeHistory environmentID={run.environmentID} nodeID={node.nodeID} />}
        </div>
      </div>
    </section>
  );
}

function tabsOf(node: NodeResult, hasHistory: boolean): { name: RunTab; label: string }[] {
  const tests = node.queryResults.filter(isTest).length;
  return [
    ...(node.error ? [{ name: 'error' as const, label: node.runState === 'skipped' ? 'Reason' : 'Error' }] : []),
    { name: 'sql', label: 'SQL' },
    ...(tests > 0 ? [{ name: 'tests' as const, label: node.failedTests ? `Tests (${node.failedTests} failed)` : 'Tests' }] : []),
    ...(hasHistory ? [{ name: 'history' as const, label: 'Last runs' }] : []),
  ];
}

function stageOf(node: NodeResult, wanted: string | undefined): number {
  const index = Number(wanted) - 1;
  return Number.isInteger(index) && index >= 0 && index < node.queryResults.length ? index : defaultStage(node);
}

function headline(node: NodeResult): string {
  switch (node.runState) {
    case 'failed':
      return `failed in ${failedStage(node)?.name ?? 'its start'}`;
    case 'running':
      return node.queryResults.find((stage) => stage.isRunning)?.name ?? 'running';
    case 'complete':
      return node.failedTests ? `${counted(node.failedTests, 'test')} failed` : 'complete';
    default:
      return nodeLook(node).label.toLowerCase();
  }
}

function timing(node: NodeResult, now: number): string {
  if (!node.startTime) return '';
  const duration = durationText({ start: node.startTime, end: node.endTime }, now);
  return node.endTime ? `at ${clockTime(node.endTime)} after ${duration}` : `for ${duration}`;
}

// Position says which of the failures this is, and leads to the others.
function Position({ node, failed }: { node: NodeResult; failed: NodeResult[] }) {
  const index = failed.findIndex(({ nodeID }) => nodeID === node.nodeID);
  if (index < 0 || failed.length < 2) return null;
  return (
    <span className={classes.position}>
      failure {index + 1} of {failed.length} <kbd>[</kbd> <kbd>]</kbd>
    </span>
  );
}
