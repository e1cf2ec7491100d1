import { Link } from '@tanstack/react-router';
import type { EnvironmentOverview } from '../api/overviews';
import type { EnvironmentTab } from '../app/environmentSearch';
import { may } from '../environments/permissions';
import { useTabKeys } from '../shell/useTabKeys';
import classes from './EnvironmentTabs.module.css';

// EnvironmentTabs renders links, because each tab has its own address.
export function EnvironmentTabs({ current, overview }: { current: EnvironmentTab; overview: EnvironmentOverview }) {
  const { healthy, stale, testsFailing, failed } = overview.health.nodes;
  const tabs: { tab: EnvironmentTab; label: string; isHidden?: boolean }[] = [
    { tab: 'overview', label: 'Overview' },
    { tab: 'nodes', label: `Nodes ${healthy + stale + testsFailing + failed}` },
    { tab: 'history', label: 'History' },
    { tab: 'schedules', label: `Schedules ${overview.schedules}` },
    { tab: 'parameters', label: 'Parameters' },
    { tab: 'mappings', label: 'Storage mappings' },
    { tab: 'connection', label: 'Connection' },
    { tab: 'access', label: 'Access', isHidden: !may(overview, 'project.roles.read') },
  ];
  useTabKeys();
  const params = { projectID: overview.project, environmentID: overview.id };
  return (
    <nav aria-label="Environment" data-tabs className={classes.tabs}>
      {tabs
        .filter(({ isHidden }) => !isHidden)
        .map(({ tab, label }) => (
          <Link
            key={tab}
            to="/projects/$projectID/environments/$environmentID"
            params={params}
            search={{ tab: tab === 'overview' ? undefined : tab }}
            className={classes.tab}
            data-current={tab === current}
            aria-current={tab === current ? 'page' : undefined}
            activeProps={{}}
          >
            {label}
          </Link>
        ))}
    </nav>
  );
}
