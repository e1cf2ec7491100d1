import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Branch, branchesQuery } from '../api/commits';
import { useSwitchBranch } from '../api/workspaceGit';
import { shortCommit } from '../environments/DeployedCommit';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { Popup } from '../ui/Popup';
import { ProblemAlert } from '../ui/ProblemAlert';
import { contains } from '../ui/text';
import type { ChangesContext } from './ChangesSurface';
import classes from './Changes.module.css';
import type { ChangeItem } from './items';
import { SwitchDialog } from './SwitchDialog';

// BranchMenu searches, creates and switches branches. A branch at the base commit keeps the uncommitted changes; for
// another one they are committed or discarded first.
export function BranchMenu({ project, workspace, mayEdit, items }: ChangesContext & { items: ChangeItem[] }) {
  const branches = useQuery(branchesQuery(project.id)).data ?? [];
  const change = useSwitchBranch({ projectID: project.id, workspaceID: workspace.id });
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [target, setTarget] = useState<string>();
  const name = query.trim();
  const shown = branches.filter((branch) => contains(name, branch.name));
  const isNew = name !== '' && !branches.some((branch) => branch.name === name);

  function close() {
    setOpen(false);
    setQuery('');
    change.reset();
  }

  function finish(branch: string) {
    announce(`The workspace is on branch ${branch}`);
    setTarget(undefined);
    close();
    button.current?.focus();
  }

  function open(branch: Branch) {
    const keep = items.length > 0 && branch.commit === workspace.baseCommit;
    if (items.length > 0 && !keep) {
      setOpen(false);
      setTarget(branch.name);
      return;
    }
    change.mutate({ branch: branch.name, keep }, { onSuccess: () => finish(branch.name) });
  }

  function create() {
    const at = workspace.baseCommit ?? workspace.branch;
    change.mutate({ branch: name, from: at, keep: workspace.baseCommit !== undefined }, { onSuccess: () => finish(name) });
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.branchButton}
        aria-label={`Branch ${workspace.branch}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Icon name="branch" size={15} />
        {workspace.branch}
        <Icon name="chevron" size={14} />
      </button>
      {isOpen && (
        <Popup
          button={button}
          role="dialog"
          aria-label="Branches"
          className={classes.branchPopup}
          onLeave={close}
          onPlaced={(popup) => popup.querySelector('input')?.focus()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            close();
            button.current?.focus();
          }}
        >
          <TextInput
            aria-label="Find or create a branch"
            placeholder="Find or create a branch"
            value={query}
            maxLength={200}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          {change.error && <ProblemAlert error={change.error} />}
          <ul className={classes.branches}>
            {shown.map((branch) => (
              <li key={branch.name}>
                <button
                  type="button"
                  className={classes.branch}
                  aria-current={branch.name === workspace.branch ? 'true' : undefined}
                  disabled={!mayEdit || change.isPending || branch.name === workspace.branch}
                  onClick={() => open(branch)}
                >
                  {branch.name}
                  <small>
                    {branch.name === workspace.branch ? 'current' : branch.isDefault ? 'default' : ''} <code>{shortCommit(branch.commit)}</code>
                  </small>
                </button>
              </li>
            ))}
            {isNew && mayEdit && (
              <li>
                <button type="button" className={classes.branch} disabled={change.isPending || !workspace.baseCommit} onClick={create}>
                  <span>
                    Create <strong>{name}</strong> from here
                  </span>
                  <small>{workspace.baseCommit ? 'keeps your changes' : 'commit something first'}</small>
                </button>
              </li>
            )}
          </ul>
        </Popup>
      )}
      <SwitchDialog target={target} items={items} change={change} onClose={() => setTarget(undefined)} onSwitched={finish} />
    </>
  );
}
