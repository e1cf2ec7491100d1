import { useQuery } from '@tanstack/react-query';
import { scheduleQuery } from '../api/schedules';
import { usePlaces } from '../runs/places';
import type { Crumb } from './useCrumbs';

// A schedule stands under its project and environment, which its address does not have.
export function useScheduleCrumbs(parts: string[]): Crumb[] | undefined {
  const placeOf = usePlaces();
  const scheduleID = parts[0] === 'schedules' && parts[1] !== 'new' ? parts[1] : undefined;
  const schedule = useQuery({ ...scheduleQuery(scheduleID ?? ''), enabled: scheduleID !== undefined }).data;
  if (parts[0] !== 'schedules') return undefined;
  const start: Crumb = { label: 'Jobs', to: '/jobs' };
  if (!scheduleID) return [start, { label: 'New schedule' }];
  if (!schedule) return [start, { label: '…' }];
  const { projectID, projectName, id, name } = placeOf(schedule.environmentID);
  if (!projectID) return [start, { label: schedule.name }];
  return [
    { label: projectName ?? '…', to: `/projects/${projectID}` },
    { label: 'Jobs', to: `/projects/${projectID}/jobs` },
    { label: name, to: `/projects/${projectID}/environments/${id}`, search: { tab: 'schedules' } },
    { label: schedule.name },
  ];
}
