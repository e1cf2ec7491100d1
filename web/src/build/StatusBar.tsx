import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { workspaceGraphPath } from '../api/graphs';
import { workspaceQuery } from '../api/workspaceContents';
import { quoted } from '../api/curl';
import { CopyAsCurl } from '../ui/CopyAsCurl';
import { CopyButton } from '../ui/CopyButton';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './StatusBar.module.css';
import type { Build } from './useBuild';

interface StatusBarProps {
  build: Build;
  hasProblems: boolean;
  onProblems: () => void;
}

export function StatusBar({ build: { projectID, workspaceID, validation, selector }, hasProblems, onProblems }: StatusBarProps) {
  const workspace = useQuery(workspaceQuery(workspaceID)).data;
  const { errors = 0, warnings = 0 } = validation ?? {};
  return (
    <footer className={classes.bar}>
      <button type="button" className={classes.toggle} aria-expanded={hasProblems} onClick={onProblems}>
        <Icon name="alert" size={15} />
        Problems
        {errors > 0 && (
          <span className={classes.count} data-severity="error">
            {counted(errors, 'error')}
          </span>
        )}
        {warnings > 0 && <span className={classes.count}>{counted(warnings, 'warning')}</span>}
        {validation && errors + warnings === 0 && <span className={classes.none}>none</span>}
      </button>
      <Link className={classes.toggle} to="/projects/$projectID/workspaces/$workspaceID/changes" params={{ projectID, workspaceID }}>
        <Icon name="branch" size={15} />
        Changes
      </Link>
      <Link className={classes.toggle} to="/projects/$projectID/workspaces/$workspaceID/settings" params={{ projectID, workspaceID }}>
        Settings
      </Link>
      <span className={classes.status}>{workspace && `${workspace.status} · revision ${workspace.revision}`}</span>
      <CopyButton label="Copy as command" icon="terminal" text={`millrace nodes match ${quoted(selector || '{ * }')} --workspace ${workspaceID}`} />
      <CopyAsCurl path={workspaceGraphPath(workspaceID)} />
    </footer>
  );
}
