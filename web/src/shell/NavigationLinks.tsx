import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { unresolvedQuery } from '../api/runs';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './Navigation.module.css';

interface NavigationLinksProps {
  isAdministrator: boolean;
  isOperator: boolean;
}

export function NavigationLinks({ isAdministrator, isOperator }: NavigationLinksProps) {
  const isBuilding = useIsAt(buildPages);
  const isScheduling = useIsAt(jobPages);
  const isDeploying = useIsAt(deployPages);
  return (
    <>
      <ul className={classes.list}>
        <li>
          <Link to="/projects" activeOptions={{ exact: isBuilding || isScheduling || isDeploying }} className={classes.link}>
            <Icon name="projects" />
            Projects
          </Link>
        </li>
        <li>
          <BuildLink isActive={isBuilding} />
        </li>
        <li>
          <Link to="/deploy" className={classes.link} data-status={isDeploying ? 'active' : undefined} aria-current={isDeploying ? 'page' : undefined}>
            <Icon name="deploy" />
            Deploy
          </Link>
        </li>
        <li>
          <RunsLink />
        </li>
        <li>
          <JobsLink isActive={isScheduling} />
        </li>
        <li>
          <Link to="/catalog" className={classes.link}>
            <Icon name="catalog" />
            Catalog
          </Link>
        </li>
      </ul>
      {isAdministrator && <AdministrationLinks isOperator={isOperator} />}
      <p className={classes.group} id="navigation-reference">
        Reference
      </p>
      <ul className={classes.list} aria-labelledby="navigation-reference">
        {!isAdministrator && <PageItem page={audit} />}
        {/* Separate documents, so the router does not handle the links. */}
        <li>
          <a href="/docs" className={classes.link}>
            <Icon name="docs" />
            Documentation
          </a>
        </li>
        <li>
          <a href="/api-docs" className={classes.link}>
            <Icon name="api" />
            API
          </a>
        </li>
      </ul>
    </>
  );
}

// The pages of a workspace belong to Build, those of an environment to Deploy, and those of jobs to Jobs, although their
// addresses begin with their project.
const buildPages = /^\/(?:build$|projects\/[^/]+\/workspaces\/[^/]+\/(?!jobs\/))/;
const jobPages = /^\/(?:jobs$|schedules\/|projects\/[^/]+\/(?:workspaces\/[^/]+\/)?jobs(?:\/|$))/;

const deployPages = /^\/(?:deploy$|projects\/[^/]+\/environments\/)/;

function useIsAt(pages: RegExp): boolean {
  return useLocation({ select: ({ pathname }) => pages.test(pathname) });
}

function JobsLink({ isActive }: { isActive: boolean }) {
  return (
    <Link to="/jobs" className={classes.link} data-status={isActive ? 'active' : undefined} aria-current={isActive ? 'page' : undefined}>
      <Icon name="jobs" />
      Jobs
    </Link>
  );
}

function BuildLink({ isActive }: { isActive: boolean }) {
  return (
    <Link to="/build" className={classes.link} data-status={isActive ? 'active' : undefined} aria-current={isActive ? 'page' : undefined}>
      <Icon name="build" />
      Build
    </Link>
  );
}

// RunsLink shows how many failures no later run has repaired.
function RunsLink() {
  const unresolved = useQuery(unresolvedQuery).data?.total ?? 0;
  return (
    <Link to="/runs" className={classes.link}>
      <Icon name="runs" />
      Runs
      {unresolved > 0 && (
        <span className={classes.count} title={counted(unresolved, 'unresolved failure')}>
          {unresolved > 99 ? '99+' : unresolved}
          <VisuallyHidden> unresolved {unresolved === 1 ? 'failure' : 'failures'}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

// The pages of administrators. The others also find the audit log, with the entries that they may see.
const audit = { to: '/admin/audit', icon: 'audit', label: 'Audit log' } as const;
const administration = [
  { to: '/admin/users', icon: 'users', label: 'Users' },
  { to: '/admin/roles', icon: 'roles', label: 'Roles' },
  { to: '/admin/credentials', icon: 'terminal', label: 'Tokens and sessions' },
  { to: '/admin/single-sign-on', icon: 'key', label: 'Single sign-on' },
  { to: '/admin/connections', icon: 'connections', label: 'Connections' },
  { to: '/admin/webhooks', icon: 'webhooks', label: 'Webhooks' },
  { to: '/admin/git-accounts', icon: 'branch', label: 'Git accounts' },
  audit,
  { to: '/admin/server', icon: 'server', label: 'Server' },
] as const;
const organizations = { to: '/admin/organizations', icon: 'catalog', label: 'Organizations' } as const;

type Page = (typeof administration)[number] | typeof organizations;

function PageItem({ page: { to, icon, label } }: { page: Page }) {
  return (
    <li>
      <Link to={to} className={classes.link}>
        <Icon name={icon} />
        {label}
      </Link>
    </li>
  );
}

function AdministrationLinks({ isOperator }: { isOperator: boolean }) {
  return (
    <>
      <p className={classes.group} id="navigation-administration">
        Administration
      </p>
      <ul className={classes.list} aria-labelledby="navigation-administration">
        {administration.map((page) => (
          <PageItem key={page.to} page={page} />
        ))}
        {isOperator && <PageItem page={organizations} />}
      </ul>
    </>
  );
}
