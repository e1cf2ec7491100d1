import { Link } from '@tanstack/react-router';
import { Icon } from '../ui/Icon';
import classes from './Navigation.module.css';

export function NavigationLinks({ isAdministrator }: { isAdministrator: boolean }) {
  return (
    <>
      <ul className={classes.list}>
        <li>
          <Link to="/projects" className={classes.link}>
            <Icon name="projects" />
            Projects
          </Link>
        </li>
        <li>
          <Link to="/deploy" className={classes.link}>
            <Icon name="deploy" />
            Deploy
          </Link>
        </li>
      </ul>
      {isAdministrator && <AdministrationLinks />}
      <p className={classes.group} id="navigation-reference">
        Reference
      </p>
      <ul className={classes.list} aria-labelledby="navigation-reference">
        <li>
          {/* A separate document, so the router does not handle the link. */}
          <a href="/api-docs" className={classes.link}>
            <Icon name="api" />
            API
          </a>
        </li>
      </ul>
    </>
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
          <Link to="/admin/connections" className={classes.link}>
            <Icon name="connections" />
            Connections
          </Link>
        </li>
      </ul>
    </>
  );
}
