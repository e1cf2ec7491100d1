import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { nodeListQuery } from '../api/nodes';
import type { Conflict, Resolution } from '../api/workspaceGit';
import { Icon } from '../ui/Icon';
import { SegmentChoice } from '../ui/SegmentChoice';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import { DifferenceLines } from './DifferenceLines';
import { titleOf } from './items';
import { blockID } from './useVisibleBlocks';

interface ConflictBlockProps extends ChangesContext {
  id: string;
  conflict: Conflict;
}

const extents: { value: 'changed' | 'whole'; label: string }[] = [
  { value: 'changed', label: 'Changed lines' },
  { value: 'whole', label: 'Whole file' },
];

// ConflictBlock shows what both sides made of a file, each compared with the version that both started from.
export function ConflictBlock({ id, conflict, exchange, project, workspace, mayEdit }: ConflictBlockProps) {
  const [isWhole, setWhole] = useState(false);
  const [showsBase, setShowsBase] = useState(false);
  const { path, base } = conflict;
  const title = titleOf(conflict);
  const chosen = exchange.choices[path] ?? 'ours';
  const sides: [Resolution, string, string, string | undefined][] = [
    ['ours', 'Keep yours', `workspace ${workspace.name}`, conflict.ours],
    ['theirs', 'Take theirs', `branch ${workspace.branch}`, conflict.theirs],
  ];
  return (
    <section className={classes.block} data-tone="warning" id={blockID(id)} data-key={id} aria-label={`Conflict in ${title}`}>
      <div className={classes.conflictTitle}>
        <p>
          <Icon name="alert" size={15} /> <strong>{title}</strong> was changed on both sides. Nothing in the workspace changes until the
          conflict is resolved.
        </p>
        <SegmentChoice label={`Show of ${title}`} value={isWhole ? 'whole' : 'changed'} options={extents} onChange={(value) => setWhole(value === 'whole')} />
      </div>
      <fieldset className={classes.sides} aria-label={`Version of ${title}`}>
        {sides.map(([side, label, from, content]) => (
          <div key={side} className={classes.side}>
            <label className={classes.choice}>
              <input
                type="radio"
                name={`side ${path}`}
                checked={chosen === side}
                disabled={!mayEdit}
                onChange={() => exchange.choose(path, side)}
              />
              <strong>{label}</strong> <small>{from}</small>
            </label>
            {content === undefined ? (
              <p className={classes.absent}>This side deleted the file.</p>
            ) : (
              <DifferenceLines label={`${label}: ${path}`} path={path} before={base ?? ''} after={content} isSplit={false} isWhole={isWhole} />
            )}
          </div>
        ))}
      </fieldset>
      {showsBase && (
        <DifferenceLines label={`Common version of ${path}`} path={path} before={base ?? ''} after={base ?? ''} isSplit={false} isWhole />
      )}
      <div className={classes.blockActions}>
        {mayEdit && conflict.node && conflict.ours !== undefined && <EditYours project={project.id} workspace={workspace.id} node={conflict.node} />}
        {base === undefined ? (
          <small>Both sides added the file.</small>
        ) : (
          <Button size="compact-sm" variant="subtle" aria-expanded={showsBase} onClick={() => setShowsBase(!showsBase)}>
            {showsBase ? 'Hide' : 'Show'} the version both started from
          </Button>
        )}
      </div>
    </section>
  );
}

// EditYours opens the own version in the editor. After it is saved, the next pull compares it again.
function EditYours({ project, workspace, node }: { project: string; workspace: string; node: string }) {
  const nodes = useQuery(nodeListQuery(workspace)).data ?? [];
  const nodeID = nodes.find(({ locationName, name }) => `${locationName}.${name}` === node)?.id;
  if (!nodeID) return null;
  const params = { projectID: project, workspaceID: workspace, nodeID };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/$nodeID" params={params} search={{}} />}
    >
      Edit yours first
    </Button>
  );
}
