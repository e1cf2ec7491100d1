import { Link } from '@tanstack/react-router';
import type { NodeResult, QueryProgress, QueryResult } from '../api/types';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './StageList.module.css';
import { durationText } from './duration';
import { isTest, nodeKey } from './nodes';
import { type Look, nodeLook } from './status';
import tones from './tones.module.css';

interface StageListProps {
  node: NodeResult;
  selected: number;
  now: number;
}

// StageList lists the statements of a node that were reached. Each selects its SQL.
export function StageList({ node, selected, now }: StageListProps) {
  return (
    <div className={classes.side}>
      <p className={classes.head}>
        <strong>Stages</strong>
        <span>{note(node)}</span>
      </p>
      <ol className={classes.list}>
        {node.queryResults.map((stage, index) => (
          <li key={index}>
            <Link
              from="/runs/$runID"
              search={(old) => ({ ...old, node: nodeKey(node), stage: String(index + 1), tab: 'sql' as const })}
              resetScroll={false}
              replace
              className={`${classes.stage} ${tones.tone}`}
              data-tone={stageLook(stage).tone}
              data-current={index === selected || undefined}
              aria-current={index === selected || undefined}
            >
              <Icon name={stageLook(stage).icon} size={15} />
              <span className={classes.name}>{stage.name}</span>
              {stage.progress && <span className={classes.time}>{progressText(stage.progress)}</span>}
              <span className={classes.time}>{isTest(stage) ? testText(stage) : durationText({ start: stage.startTime, end: stage.endTime ?? undefined }, now)}</span>
            </Link>
          </li>
        ))}
      </ol>
      {node.queryResults.length === 0 && <p className={classes.none}>No statement was sent.</p>}
    </div>
  );
}

function note(node: NodeResult): string {
  if (node.runState === 'running') return `${node.queryResults.filter(({ isRunning }) => !isRunning).length} done`;
  return `${node.queryResults.length}`;
}

// progressText says how far a statement is: its share of the work if the engine knows it, and the engine's own word otherwise.
function progressText({ state, completedParts = 0, totalParts = 0 }: QueryProgress): string {
  return totalParts > 0 ? `${Math.floor((100 * completedParts) / totalParts)} %` : (state ?? '');
}

function testText(stage: QueryResult): string {
  return stage.failedRows ? counted(stage.failedRows, 'row') : 'test';
}

function stageLook(stage: QueryResult): Look {
  if (isTest(stage) && stage.status === 'failed') return { tone: 'warning', icon: 'alert', label: 'failed test' };
  return nodeLook({ runState: stage.status === 'success' ? 'complete' : stage.status });
}
