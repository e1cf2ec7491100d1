import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOver, resultsQuery, runsQuery } from '../api/runs';
import type { NodeEditor } from './useNodeEditor';
import { Icon } from '../ui/Icon';
import { nodeLook } from '../runs/status';
import tones from '../runs/tones.module.css';
import classes from './Editor.module.css';

// LastNodeRun says how the node ended in the last development run of the workspace.
export function LastNodeRun({ editor }: { editor: NodeEditor }) {
  const run = useInfiniteQuery(runsQuery({ environment: editor.key.workspaceID })).data?.pages[0]?.data[0];
  const results = useQuery({ ...resultsQuery(`${run?.id ?? ''}`, run !== undefined && !isOver(run)), enabled: run !== undefined }).data?.data;
  const result = results?.find(({ nodeID }) => nodeID === editor.key.nodeID);
  if (!run || !result) return null;
  const look = nodeLook(result);
  return (
    <Link
      to="/runs/$runID"
      params={{ runID: `${run.id}` }}
      search={{ node: `${editor.base.locationName}.${editor.base.name}` }}
      className={`${classes.lastRun} ${tones.tone}`}
      data-tone={look.tone}
    >
      <Icon name={look.icon} size={15} />
      {run.runDetails.createOnly && result.runState === 'complete' ? 'Created' : look.label} in run {run.id}
    </Link>
  );
}
