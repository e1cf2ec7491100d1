import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { unresolvedQuery } from '../api/runs';
import { Icon } from '../ui/Icon';
import { counted } from '../ui/text';
import classes from './Navigation.module.css';

export function NavigationLinks({ isAdministrator }: { isAdministrator: boolean }) {
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
      {isAdministrator && <AdministrationLinks />}
      <p className={classes.group} id="navigation-reference">
        Reference
      </p>
      <ul className={classes.list} aria-labelledby="navigation-reference">
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

function AdministrationLinks() {
  return (
    <>
      <p className={classes.group} id="navigation-administration">
        Administration
      </p>
      <ul className={classes.list} aria-labelledby="navigation-administration">
        <li>
          <Link to="/admin/users" className={classes.link}>
            <Icon name="users" />
            Users
          </Link>
        </li>
        <li>
          <Link to="/admin/roles" className={classes.link}>
            <Icon name="roles" />
            Roles
          </Link>
        </li>
        <li>
          <Link to="/admin/single-sign-on" className={classes.link}>
            <Icon name="key" />
            Single sign-on
          </Link>
        </li>
        <li>
          <Link to="/admin/connections" className={classes.link}>
            <Icon name="connections" />
            Connections
          </Link>
        </li>
        <li>
          <Link to="/admin/webhooks" className={classes.link}>
            <Icon name="webhooks" />
            Webhooks
          </Link>
        </li>
        <li>
          <Link to="/admin/git-accounts" className={classes.link}>
            <Icon name="branch" />
            Git accounts
          </Link>
        </li>
        <li>
          <Link to="/admin/audit" className={classes.link}>
            <Icon name="audit" />
            Audit log
          </Link>
        </li>
        <li>
          <Link to="/admin/server" className={classes.link}>
            <Icon name="server" />
            Server
          </Link>
        </li>
      </ul>
    </>
  );
}
