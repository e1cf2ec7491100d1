import { isOver } from '../api/runs';
import type { NodeCounts, NodeResult, NodeState, QueryResult, RunInfo } from '../api/types';
import { counted } from '../ui/text';
import type { RunTab } from './search';

// nodeKey is the name of a node in the address: location and name.
export function nodeKey(node: NodeResult): string {
  return node.locationName ? `${node.locationName}.${node.name}` : node.name;
}

export const isTest = (stage: QueryResult) => stage.type === 'sqlTest';

export const failedStage = (node: NodeResult) => node.queryResults.find((stage) => stage.status === 'failed' && !(isTest(stage) && node.runState === 'complete'));

const urgency: NodeState[] = ['failed', 'running', 'canceled', 'skipped', 'waiting', 'complete'];

function urgencyOf(node: NodeResult): number {
  return node.failedTests && node.runState === 'complete' ? 0.5 : urgency.indexOf(node.runState);
}

function compareUrgency(a: NodeResult, b: NodeResult): number {
  const difference = urgencyOf(a) - urgencyOf(b);
  if (difference !== 0) return difference;
  const [first, second] = [a.endTime ?? '', b.endTime ?? ''];
  return first < second ? -1 : Number(first > second);
}

// byUrgency orders what needs attention first; equal nodes stay in the order in which they ended.
export const byUrgency = (nodes: NodeResult[]) => nodes.toSorted(compareUrgency);

// failures returns the nodes with errors or failed tests, in the order in which they failed.
export function failures(nodes: NodeResult[]): NodeResult[] {
  return byUrgency(nodes.filter((node) => node.runState === 'failed' || node.failedTests));
}

// defaultNode is the node that a run page opens on: the first error of a run that is over, a running node of one that is
// not, else the first node.
export function defaultNode(run: RunInfo, nodes: NodeResult[], failed: NodeResult[]): NodeResult | undefined {
  const running = isOver(run) ? undefined : nodes.find((node) => node.runState === 'running');
  return running ?? failed[0] ?? nodes[0];
}

export function defaultTab(node: NodeResult): RunTab {
  if (node.error) return 'error';
  return node.failedTests ? 'tests' : 'sql';
}

// defaultStage is the position of the stage that a node opens on: the failed one, else the running one, else the last.
export function defaultStage(node: NodeResult): number {
  const stages = node.queryResults;
  for (const wanted of ['failed', 'running']) {
    const index = stages.findIndex((stage) => stage.status === wanted);
    if (index >= 0) return index;
  }
  return longest(stages);
}

function longest(stages: QueryResult[]): number {
  const lasts = stages.map(({ startTime, endTime }) => (startTime && endTime ? Date.parse(endTime) - Date.parse(startTime) : 0));
  return Math.max(0, lasts.indexOf(Math.max(...lasts)));
}

export function countStates(nodes: NodeResult[]): NodeCounts {
  const counts: NodeCounts = { waiting: 0, running: 0, complete: 0, failed: 0, skipped: 0, canceled: 0 };
  for (const node of nodes) counts[node.runState]++;
  return counts;
}

// remainder counts the nodes that a re-run from failure runs.
export const remainder = (counts: NodeCounts) => counts.failed + counts.skipped + counts.canceled;

const countWords: [NodeState, string][] = [
  ['complete', 'complete'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['canceled', 'canceled'],
  ['running', 'running'],
  ['waiting', 'waiting'],
];

// countsText returns the states that occur, such as "8 complete, 1 failed".
export function countsText(counts: NodeCounts): string {
  const parts = countWords.filter(([state]) => counts[state] > 0).map(([state, word]) => `${counts[state]} ${word}`);
  return parts.join(', ') || 'no nodes';
}

const grouped = new Intl.NumberFormat('en');

// rowsText sums the rows that the statements of a node wrote.
export function rowsText(stages: QueryResult[]): string {
  const sum = (field: 'rowsInserted' | 'rowsUpdated' | 'rowsDeleted') => stages.reduce((total, stage) => total + (stage[field] ?? 0), 0);
  const inserted = sum('rowsInserted');
  const updated = sum('rowsUpdated');
  if (updated > 0) return `${grouped.format(inserted)} new, ${grouped.format(updated)} changed`;
  return inserted > 0 ? grouped.format(inserted) : '–';
}

export function testsText(node: NodeResult): string {
  const tests = node.queryResults.filter(isTest);
  if (tests.length === 0) return '–';
  if (node.failedTests) return `${node.failedTests} of ${tests.length} failed`;
  return counted(tests.length, 'passed', 'passed');
}
