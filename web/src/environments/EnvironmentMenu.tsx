import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { EnvironmentOverview } from '../api/overviews';
import type { EnvironmentTab } from '../app/environmentSearch';
import { Icon } from '../ui/Icon';
import { Menu, MenuDivider, MenuItem } from '../ui/Menu';
import { may } from './permissions';

const tabs: { tab: EnvironmentTab; label: string }[] = [
  { tab: 'nodes', label: 'Nodes' },
  { tab: 'history', label: 'Deployments' },
  { tab: 'schedules', label: 'Schedules' },
  { tab: 'parameters', label: 'Parameters' },
  { tab: 'mappings', label: 'Storage mappings' },
];

interface EnvironmentMenuProps {
  overview: EnvironmentOverview;
  onDelete: () => void;
}

export function EnvironmentMenu({ overview, onDelete }: EnvironmentMenuProps) {
  const params = { projectID: overview.project, environmentID: overview.id };
  const mayDeploy = may(overview, 'environment.run') && overview.failedDeployment;
  return (
    <Menu
      align="end"
      renderTarget={(props) => (
        <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={`More about ${overview.name}`}>
          <Icon name="more" />
        </ActionIcon>
      )}
    >
      {mayDeploy && (
        <MenuItem renderRoot={(props) => <Link {...props} to="/projects/$projectID/environments/$environmentID/deploy" params={params} />}>
          Deploy another commit
        </MenuItem>
      )}
      {tabs.map(({ tab, label }) => (
        <MenuItem
          key={tab}
          renderRoot={(props) => <Link {...props} to="/projects/$projectID/environments/$environmentID" params={params} search={{ tab }} />}
        >
          {label}
        </MenuItem>
      ))}
      {may(overview, 'environment.delete') && (
        <>
          <MenuDivider />
          <MenuItem isDanger onClick={onDelete}>
            Delete environment…
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
