import { Link } from '@tanstack/react-router';
import classes from './ProjectTabs.module.css';

// ProjectTabs renders links, because each tab has its own address.
export function ProjectTabs({ projectID }: { projectID: string }) {
  return (
    <nav aria-label="Project" className={classes.tabs}>
      <Link to="/projects/$projectID/deploy" params={{ projectID }} className={classes.tab}>
        Deploy
      </Link>
      <Link to="/projects/$projectID/jobs" params={{ projectID }} className={classes.tab}>
        Jobs
      </Link>
    </nav>
  );
}
