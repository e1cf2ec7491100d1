import { Link } from '@tanstack/react-router';
import classes from './TopBar.module.css';
import { useCrumbs } from './useCrumbs';

// Breadcrumb links to the pages above the current one.
export function Breadcrumb() {
  const crumbs = useCrumbs();
  return (
    <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, to, search }, index) => (
          <li key={`${index} ${label}`}>
            {index < crumbs.length - 1 && to ? (
              <Link to={to} search={search} activeOptions={{ exact: true }}>
                {label}
              </Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
