import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { isOver, useStartRun } from '../api/runs';
import { meQuery } from '../api/session';
import { countStates, countsText } from '../runs/nodes';
import { mayEditWorkspaces } from '../runs/places';
import { runLook } from '../runs/status';
import { SelectorBox } from '../selector/SelectorBox';
import { SelectorMessage } from '../selector/SelectorMessage';
import { selectNodes } from '../selector/selectorText';
import { ActionButton } from '../ui/ActionButton';
import { announce } from '../ui/announce';
import { Icon, type IconName } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { RelativeTime } from '../ui/RelativeTime';
import { counted } from '../ui/text';
import classes from './BuildToolbar.module.css';
import tones from '../runs/tones.module.css';
import type { BuildView } from './search';
import type { Build } from './useBuild';

const views: { view: BuildView; label: string; icon: IconName }[] = [
  { view: 'graph', label: 'Graph', icon: 'graph' },
  { view: 'nodes', label: 'Nodes', icon: 'table' },
  { view: 'columns', label: 'Columns', icon: 'columns' },
];

interface BuildToolbarProps {
  build: Build;
  view: BuildView;
  checked: Set<string>;
}

// BuildToolbar has the selector, which all views share, and runs what it matches.
export function BuildToolbar({ build, view, checked }: BuildToolbarProps) {
  const message = useId();
  const { projectID, workspaceID, selector, matching, change, scene } = build;
  const run = useRunNodes(build);
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>Build</h1>
      <div className={classes.row}>
        <nav className={classes.views} aria-label="View">
          {views.map(({ view: name, label, icon }) => (
            <Link
              key={name}
              from="/projects/$projectID/workspaces/$workspaceID/build"
              search={(old) => ({ ...old, view: name })}
              className={classes.tab}
              data-current={name === view || undefined}
              aria-current={name === view ? 'page' : undefined}
            >
              <Icon name={icon} size={16} />
              {label}
            </Link>
          ))}
        </nav>
        <SelectorBox
          label="Selector"
          placeholder="All nodes. Try +{ NAME } or { location: STAGE }"
          value={selector}
          onChange={(value) => change({ select: value || undefined })}
          matching={matching}
          describedBy={message}
          isPageFilter
        />
        {!run.denied && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/nodes/new" params={{ projectID, workspaceID }} />}
          >
            Add node
          </Button>
        )}
        {checked.size > 0 && view !== 'graph' ? (
          <RunButton label={`Run ${counted(checked.size, 'checked node')}`} reason={run.denied} isWorking={run.isPending} onClick={() => run.start(selectNodes([...checked]))} />
        ) : (
          <RunButton
            label={`Run ${counted(matching.matches?.count ?? build.graph.total, 'node')}`}
            reason={run.denied ?? reasonOf(build)}
            isWorking={run.isPending}
            onClick={() => run.start(selector)}
          />
        )}
      </div>
      <div className={classes.said}>
        <SelectorMessage id={message} value={selector} matching={matching} hues={scene.hues} />
        <LastRun build={build} />
      </div>
      {run.error && <ProblemAlert error={run.error} />}
    </header>
  );
}

interface RunButtonProps {
  label: string;
  reason?: string;
  isWorking: boolean;
  onClick: () => void;
}

function RunButton({ label, reason, isWorking, onClick }: RunButtonProps) {
  return (
    <ActionButton leftSection={<Icon name="devRun" size={16} />} reason={reason} loading={isWorking} onClick={onClick}>
      {label}
    </ActionButton>
  );
}

// useRunNodes starts development runs.
export function useRunNodes({ projectID, workspaceID }: Build) {
  const { mutate, isPending, error } = useStartRun();
  const mayRun = mayEditWorkspaces(useSuspenseQuery(meQuery).data, projectID);
  return {
    denied: mayRun ? undefined : 'Your roles do not let you run nodes of this workspace.',
    isPending,
    error,
    start: (include: string) =>
      mutate({ environmentID: workspaceID, include: include.trim() || undefined }, { onSuccess: ({ runCounter }) => announce(`Run ${runCounter} started`) }),
  };
}

function reasonOf({ matching, graph }: Build): string | undefined {
  const { matches } = matching;
  if (graph.total === 0) return 'The workspace has no nodes.';
  if (matches && matches.errors.length > 0) return 'The selector is invalid.';
  return matches?.count === 0 ? 'No node matches the selector.' : undefined;
}

// LastRun says in one line what the last development run did.
function LastRun({ build: { run, results } }: { build: Build }) {
  if (!run) return null;
  const look = runLook(run);
  return (
    <span className={`${classes.run} ${tones.tone}`} data-tone={look.tone}>
      <Icon name={look.icon} size={15} />
      <span>
        Run {run.id} {look.label.toLowerCase()} {isOver(run) && run.runEndTime && <RelativeTime at={run.runEndTime} />}
        {results.size > 0 && `: ${countsText(countStates([...results.values()]))}`}
      </span>
      <Link to="/runs/$runID" params={{ runID: `${run.id}` }}>
        Open run
      </Link>
    </span>
  );
}
