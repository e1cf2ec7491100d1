import { Button, Group, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { branchesQuery } from '../api/commits';
import { problemOf } from '../api/problem';
import { projectQuery } from '../api/projects';
import { meQuery } from '../api/session';
import { useSwitchBranch } from '../api/workspaceContents';
import { mayEditWorkspaces } from '../runs/places';
import { announce } from '../ui/announce';
import { Dialog } from '../ui/Dialog';
import { Icon, type IconName } from '../ui/Icon';
import { Menu, MenuDivider, MenuItem, MenuLabel, type MenuTargetProps } from '../ui/Menu';
import { ProblemAlert } from '../ui/ProblemAlert';
import { sentence } from '../ui/text';
import classes from './WorkspaceMenus.module.css';

interface WorkspaceMenusProps {
  name: string;
  projectID: string;
  workspaceID: string;
}

// WorkspaceMenus leads to the other workspaces of the project, and switches the branch of this one. The page of changes has its
// own menu of branches, which also creates them.
export default function WorkspaceMenus({ name, projectID, workspaceID }: WorkspaceMenusProps) {
  const workspaces = useQuery(projectQuery(projectID)).data?.workspaces ?? [];
  const branch = workspaces.find(({ id }) => id === workspaceID)?.branch;
  const hasOwnMenu = useLocation().pathname.endsWith('/changes');
  return (
    <span className={classes.menus}>
      <Menu renderTarget={(props) => <MenuButton {...props} label={`Workspace ${name}`} text={name} prefix="Workspace" />}>
        <MenuLabel>Workspaces of this project</MenuLabel>
        {workspaces.map((workspace) => (
          <MenuItem
            key={workspace.id}
            icon={<Mark isOn={workspace.id === workspaceID} />}
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/workspaces/$workspaceID/build" params={{ projectID, workspaceID: workspace.id }} />}
          >
            {workspace.name}
            <Text size="xs" c="dimmed">
              on {workspace.branch}
            </Text>
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem renderRoot={(props) => <Link {...props} to="/projects" />}>All projects</MenuItem>
      </Menu>
      {branch && !hasOwnMenu && <BranchMenu projectID={projectID} workspaceID={workspaceID} current={branch} />}
    </span>
  );
}

interface BranchMenuProps {
  projectID: string;
  workspaceID: string;
  current: string;
}

function BranchMenu({ projectID, workspaceID, current }: BranchMenuProps) {
  const branches = useQuery(branchesQuery(projectID));
  const mayEdit = mayEditWorkspaces(useSuspenseQuery(meQuery).data, projectID);
  const change = useSwitchBranch(workspaceID);
  const [refused, setRefused] = useState<string>();
  const switchTo = (branch: string, discard = false) =>
    change.mutate(
      { branch, discard },
      { onSuccess: () => { setRefused(undefined); announce(`Switched to branch ${branch}`); }, onError: () => setRefused(branch) },
    );
  return (
    <>
      <span className={classes.slash} aria-hidden="true">
        /
      </span>
      <Menu renderTarget={(props) => <MenuButton {...props} label={`Branch ${current}`} text={current} icon="branch" />}>
        <MenuLabel>{mayEdit ? 'Switch to branch' : 'Your roles do not let you switch the branch'}</MenuLabel>
        {(branches.data ?? [{ name: current, commit: '', isDefault: false }]).map(({ name }) => (
          <MenuItem
            key={name}
            icon={<Mark isOn={name === current} />}
            disabled={!mayEdit && name !== current}
            onClick={() => name !== current && switchTo(name)}
          >
            {name}
          </MenuItem>
        ))}
      </Menu>
      <Dialog opened={refused !== undefined} onClose={() => setRefused(undefined)} title={`Switch to ${refused ?? current}`}>
        <Refusal error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setRefused(undefined)}>
            Stay on {current}
          </Button>
          {problemOf(change.error).status === 409 && (
            <Button color="red" loading={change.isPending} onClick={() => refused && switchTo(refused, true)}>
              Discard the changes and switch
            </Button>
          )}
        </Group>
      </Dialog>
    </>
  );
}

// Refusal says why the branch was not switched. Uncommitted changes are lost if the user discards them.
function Refusal({ error }: { error: unknown }) {
  const problem = problemOf(error);
  if (problem.status !== 409) return <ProblemAlert error={error} />;
  return (
    <Text size="sm" mb="md">
      {sentence(problem.message)}. Commit them first, or discard them: they cannot be restored.
    </Text>
  );
}

interface MenuButtonProps extends MenuTargetProps {
  label: string;
  text: string;
  prefix?: string;
  icon?: IconName;
}

function MenuButton({ label, text, prefix, icon, ...rest }: MenuButtonProps) {
  return (
    <button {...rest} type="button" className={classes.button} aria-label={label}>
      {icon && <Icon name={icon} size={14} />}
      {prefix && <span className={classes.prefix}>{prefix}</span>}
      <strong>{text}</strong>
      <Icon name="down" size={13} />
    </button>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  return <span className={classes.mark}>{isOn && <Icon name="check" size={14} />}</span>;
}
