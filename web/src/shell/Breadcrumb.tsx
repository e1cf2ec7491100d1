import { Link } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import classes from './TopBar.module.css';
import { type Crumb, useCrumbs } from './useCrumbs';

// The menus are loaded with the pages of workspaces, not with every page.
const WorkspaceMenus = lazy(() => import('./WorkspaceMenus'));

// Breadcrumb links to the pages above the current one.
export function Breadcrumb() {
  const crumbs = useCrumbs();
  return (
    <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
      <ol className={classes.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={`${index} ${crumb.label}`} data-menus={crumb.workspace !== undefined || undefined}>
            <CrumbView crumb={crumb} isLast={index === crumbs.length - 1} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbView({ crumb: { label, to, search, workspace }, isLast }: { crumb: Crumb; isLast: boolean }) {
  if (workspace) {
    return (
      <Suspense fallback={<span>{label}</span>}>
        <WorkspaceMenus name={label} {...workspace} />
      </Suspense>
    );
  }
  if (isLast || !to) return <span aria-current={isLast ? 'page' : undefined}>{label}</span>;
  return (
    <Link to={to} search={search} activeOptions={{ exact: true }}>
      {label}
    </Link>
  );
}
