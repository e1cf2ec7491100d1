import { useQuery } from '@tanstack/react-query';
import type { Job } from '../api/jobs';
import { type MatchedNode, type SelectorMatches, matchesQuery } from '../api/matches';
import { counted } from '../ui/text';
import classes from './Jobs.module.css';

const mostNames = 5;

interface DeployedDifferenceProps {
  environmentID: string;
  deployed: Job;
  // What the selectors of the page match in the workspace.
  matches: SelectorMatches;
}

// DeployedDifference compares the nodes that the page selects with those that the environment runs today.
export function DeployedDifference({ environmentID, deployed, matches }: DeployedDifferenceProps) {
  const selectors = { include: deployed.includeSelector, exclude: deployed.excludeSelector };
  const today = useQuery(matchesQuery({ environmentID }, selectors)).data;
  if (!today || matches.errors.length > 0) return null;
  const added = without(matches.nodes, today.nodes);
  const removed = without(today.nodes, matches.nodes);
  return (
    <small data-difference>
      {added.length + removed.length === 0 ? 'runs the same' : 'still runs'} {counted(today.count, 'node')}
      {added.length > 0 && (
        <span className={classes.added}>
          {' '}
          + {added.length} <code>{names(added)}</code>
        </span>
      )}
      {removed.length > 0 && (
        <span className={classes.removed}>
          {' '}
          − {removed.length} <code>{names(removed)}</code>
        </span>
      )}
    </small>
  );
}

function without(nodes: MatchedNode[], others: MatchedNode[]): MatchedNode[] {
  const known = new Set(others.map(({ id }) => id));
  return nodes.filter(({ id }) => !known.has(id));
}

function names(nodes: MatchedNode[]): string {
  const shown = nodes.slice(0, mostNames).map(({ name }) => name);
  return nodes.length > mostNames ? `${shown.join(', ')} and ${nodes.length - mostNames} more` : shown.join(', ');
}
