import { Link } from '@tanstack/react-router';
import classes from './ProjectTabs.module.css';

// ProjectTabs renders links, because each tab has its own address.
export function ProjectTabs({ projectID }: { projectID: string }) {
  const params = { projectID };
  return (
    <nav aria-label="Project" className={classes.tabs}>
      <Link to="/projects/$projectID" params={params} className={classes.tab} activeOptions={{ exact: true }}>
        Overview
      </Link>
      <Link to="/projects/$projectID/deploy" params={params} className={classes.tab}>
        Deploy
      </Link>
      <Link to="/projects/$projectID/jobs" params={params} className={classes.tab}>
        Jobs
      </Link>
      <Link to="/projects/$projectID/settings" params={params} className={classes.tab}>
        Settings
      </Link>
    </nav>
  );
}
