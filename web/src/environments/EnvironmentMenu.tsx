import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { EnvironmentOverview } from '../api/overviews';
import type { EnvironmentTab } from '../app/environmentSearch';
import { Icon } from '../ui/Icon';
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
  const button = useRef<HTMLButtonElement>(null);
  const params = { projectID: overview.project, environmentID: overview.id };
  const mayDeploy = may(overview, 'environment.run') && overview.failedDeployment;
  return (
    <Menu position="bottom-end" portalProps={{ target: '#main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size="lg" aria-label={`More about ${overview.name}`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayDeploy && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/projects/$projectID/environments/$environmentID/deploy" params={params} />}
          >
            Deploy another commit
          </Menu.Item>
        )}
        {tabs.map(({ tab, label }) => (
          <Menu.Item
            key={tab}
            renderRoot={(props) => (
              <Link {...props} to="/projects/$projectID/environments/$environmentID" params={params} search={{ tab }} />
            )}
          >
            {label}
          </Menu.Item>
        ))}
        {may(overview, 'environment.delete') && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="var(--failed)"
              onClick={() => {
                // The dialog returns the focus to the button: the menu no longer exists then.
                button.current?.focus();
                onDelete();
              }}
            >
              Delete environment…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
