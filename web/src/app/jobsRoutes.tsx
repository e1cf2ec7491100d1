import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { newScheduleSearch, scheduleSearch } from './jobsSearch';
import type { project, signedIn } from './routes';
import { filterSearch } from './search';

// jobsRoutes returns the routes of the pages of jobs and schedules.
export function jobsRoutes(parent: typeof signedIn) {
  const jobs = createRoute({
    getParentRoute: () => parent,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../jobs/JobsPage'), 'JobsPage'),
  });
  const job = createRoute({
    getParentRoute: () => parent,
    path: '/projects/$projectID/workspaces/$workspaceID/jobs/$jobID',
    component: lazyRouteComponent(() => import('../jobs/JobPage'), 'JobPage'),
  });
  const newSchedule = createRoute({
    getParentRoute: () => parent,
    path: '/schedules/new',
    validateSearch: newScheduleSearch,
    component: lazyRouteComponent(() => import('../schedules/NewSchedulePage'), 'NewSchedulePage'),
  });
  const schedule = createRoute({
    getParentRoute: () => parent,
    path: '/schedules/$scheduleID',
    validateSearch: scheduleSearch,
    component: lazyRouteComponent(() => import('../schedules/SchedulePage'), 'SchedulePage'),
  });
  return [jobs, job, newSchedule, schedule] as const;
}

// projectJobsRoute returns the tab of a project with its jobs.
export function projectJobsRoute(parent: typeof project) {
  return createRoute({
    getParentRoute: () => parent,
    path: '/jobs',
    validateSearch: filterSearch,
    component: lazyRouteComponent(() => import('../jobs/ProjectJobsPage'), 'ProjectJobsPage'),
  });
}
