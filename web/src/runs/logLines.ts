import type { NodeResult, QueryResult, RunInfo } from '../api/types';
import { isOver } from '../api/runs';
import { counted } from '../ui/text';
import { formatDuration } from './duration';
import { isTest, nodeKey } from './nodes';

export interface LogLine {
  // From 1, in the order of time.
  number: number;
  at: string;
  // The node that the line is about; absent for the run itself.
  node?: string;
  text: string;
  tone?: 'failed' | 'warning' | 'skip' | 'fading' | 'idle';
}

type Entry = Omit<LogLine, 'number'>;

// logLines describes a run as lines in the order of time, from the results of its nodes.
export function logLines(run: RunInfo, nodes: NodeResult[]): LogLine[] {
  const entries = [...beginOf(run), ...nodes.flatMap(linesOf), ...endOf(run)];
  // The sort is stable: lines of the same time stay in the order above, so that the run ends last.
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).map((entry, index) => ({ ...entry, number: index + 1 }));
}

function beginOf({ createdAt, runStartTime, runDetails, runType }: RunInfo): Entry[] {
  const lines: Entry[] = [];
  if (createdAt) lines.push({ at: createdAt, text: `${runType === 'deploy' ? 'Deployment' : runDetails.createOnly ? 'Creation' : 'Refresh'} of ${counted(runDetails.nodesInRun, 'node')} requested` });
  if (runStartTime) lines.push({ at: runStartTime, text: `Run started, at most ${counted(runDetails.parallelism ?? 1, 'node')} at the same time` });
  return lines;
}

function endOf(run: RunInfo): Entry[] {
  const { runEndTime, runStatus, runFailureReason, failedTests } = run;
  if (!runEndTime || !isOver(run)) return [];
  const tests = failedTests > 0 ? `, ${counted(failedTests, 'test')} failed` : '';
  if (runStatus === 'failed') return [{ at: runEndTime, text: `Run failed: ${runFailureReason ?? 'see the nodes'}${tests}`, tone: 'failed' }];
  if (runStatus === 'canceled') return [{ at: runEndTime, text: 'Run canceled', tone: 'fading' }];
  return [{ at: runEndTime, text: `Run completed${tests}`, tone: tests ? 'warning' : 'idle' }];
}

function linesOf(node: NodeResult): Entry[] {
  const name = nodeKey(node);
  const about = (entry: Entry): Entry => ({ ...entry, node: name });
  const lines: Entry[] = [];
  if (node.startTime) lines.push({ at: node.startTime, text: node.attempt ? `retried, attempt ${node.attempt}` : 'started', tone: node.attempt ? 'warning' : undefined });
  lines.push(...node.queryResults.flatMap(statementLines));
  const at = node.endTime ?? node.startTime;
  if (at && node.runState !== 'running' && node.runState !== 'waiting') lines.push({ at, ...endText(node) });
  return lines.map(about);
}

function statementLines(stage: QueryResult): Entry[] {
  const lines: Entry[] = [];
  if (stage.startTime) lines.push({ at: stage.startTime, text: `${isTest(stage) ? 'test' : 'statement'} ${stage.name}${stage.queryID ? ` (query ${stage.queryID})` : ''}` });
  if (stage.endTime && !stage.isRunning) lines.push({ at: stage.endTime, ...resultText(stage) });
  return lines;
}

function resultText(stage: QueryResult): Omit<Entry, 'at'> {
  const took = stage.startTime && stage.endTime ? ` after ${formatDuration(Date.parse(stage.endTime) - Date.parse(stage.startTime))}` : '';
  const failure = oneLine(stage.error?.errorString);
  if (stage.status === 'canceled') return { text: `${stage.name} canceled${took}`, tone: 'fading' };
  if (stage.status === 'failed') return { text: `${stage.name} failed${took}: ${failure || 'no message'}`, tone: isTest(stage) ? 'warning' : 'failed' };
  return { text: `${stage.name} done${took}${rows(stage)}` };
}

function rows({ rowsInserted = 0, rowsUpdated = 0, rowsDeleted = 0 }: QueryResult): string {
  const parts: [number, string][] = [
    [rowsInserted, 'inserted'],
    [rowsUpdated, 'updated'],
    [rowsDeleted, 'deleted'],
  ];
  const texts = parts.filter(([count]) => count > 0).map(([count, word]) => `${counted(count, 'row')} ${word}`);
  return texts.length > 0 ? `, ${texts.join(', ')}` : '';
}

function endText(node: NodeResult): Omit<Entry, 'at'> {
  const took = node.startTime && node.endTime ? ` after ${formatDuration(Date.parse(node.endTime) - Date.parse(node.startTime))}` : '';
  const reason = oneLine(node.error?.errorString ?? node.reason);
  switch (node.runState) {
    case 'failed':
      return { text: `failed${took}: ${reason || 'no message'}`, tone: 'failed' };
    case 'skipped':
      return { text: `skipped${reason && `: ${reason}`}`, tone: 'skip' };
    case 'canceled':
      return { text: `canceled${took}`, tone: 'fading' };
    default:
      return node.failedTests
        ? { text: `complete${took}, ${counted(node.failedTests, 'test')} failed`, tone: 'warning' }
        : { text: `complete${took}`, tone: 'idle' };
  }
}

const oneLine = (message: string | undefined) => (message ?? '').split('\n', 1)[0]!.trim();

// logText is the log as a file.
export const logText = (lines: LogLine[]) => lines.map(({ at, node, text }) => `${at} ${node ? `${node}: ` : ''}${text}\n`).join('');
