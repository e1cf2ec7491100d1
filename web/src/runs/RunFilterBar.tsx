import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import { schedulesQuery } from '../api/schedules';
import { FilterField } from '../ui/FilterField';
import { absoluteTime } from '../ui/time';
import classes from './RunFilterBar.module.css';
import type { RunsSearch } from './search';

const route = getRouteApi('/signedIn/runs');

const hour = 3_600_000;
const spans = [
  { value: `${hour}`, label: 'Last hour' },
  { value: `${24 * hour}`, label: 'Last 24 hours' },
  { value: `${7 * 24 * hour}`, label: 'Last 7 days' },
  { value: `${30 * 24 * hour}`, label: 'Last 30 days' },
];

const statusOptions = [
  { value: '', label: 'Any status' },
  { value: 'unresolved', label: 'Unresolved failures' },
  { value: 'running', label: 'Running' },
  { value: 'waitingToRun', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'testsFailed', label: 'Tests failed' },
  { value: 'completed', label: 'Completed' },
  { value: 'canceled', label: 'Canceled' },
];

const typeOptions = [
  { value: '', label: 'Any type' },
  { value: 'refresh', label: 'Refresh' },
  { value: 'deploy', label: 'Deploy' },
];

const chips: { status?: string; label: string }[] = [
  { status: 'unresolved', label: 'Unresolved' },
  { status: 'running', label: 'Running' },
  { status: 'testsFailed', label: 'Tests failed' },
  { label: 'All' },
];

// RunFilterBar changes the filters, all of which are in the address.
export function RunFilterBar() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<RunsSearch>, replace = false) => void navigate({ search: (old) => ({ ...old, ...change }), replace });
  const { projects, environments } = usePlaceOptions(search.project);
  return (
    <>
      <div className={classes.bar} role="search" aria-label="Filter runs">
        <FilterField label="Error, node or number" value={search.q} onChange={(q) => set({ q }, true)} />
        <Choice label="Project" value={search.project} onChange={(project) => set({ project, environment: undefined })} data={projects} />
        <Choice label="Environment" value={search.environment} onChange={(environment) => set({ environment })} data={environments} />
        <Choice label="Status" value={search.status} onChange={(status) => set({ status })} data={statusOptions} />
        <Choice label="Type" value={search.type} onChange={(type) => set({ type })} data={typeOptions} />
        <TimeChoice search={search} onChange={(change) => set(change)} />
        <ScheduleChoice value={search.schedule} onChange={(schedule) => set({ schedule })} />
        {search.job && (
          <Choice
            label="Job"
            value={search.job}
            onChange={(job) => set({ job })}
            data={[
              { value: '', label: 'Any job' },
              { value: search.job, label: `Job ${search.job}` },
            ]}
          />
        )}
        {Object.values(search).some((value) => value !== undefined) && (
          <Link to="/runs" className={classes.clear}>
            Clear filters
          </Link>
        )}
      </div>
      <nav className={classes.chips} aria-label="Quick filters">
        {chips.map(({ status, label }) => (
          <Link key={label} from="/runs" search={(old) => ({ ...old, status })} className={classes.chip} data-current={search.status === status || undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  data: { value: string; label: string }[];
}

function Choice({ label, value, onChange, data }: ChoiceProps) {
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={data}
      className={classes.choice}
      data-active={value !== undefined || undefined}
    />
  );
}

// ScheduleChoice is absent where there are no schedules.
function ScheduleChoice({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const schedules = useQuery(schedulesQuery).data ?? [];
  if (schedules.length === 0 && !value) return null;
  const isUnknown = value !== undefined && !schedules.some(({ id }) => id === value);
  const data = [
    { value: '', label: 'Any schedule' },
    ...schedules.map(({ id, name }) => ({ value: id, label: name })),
    ...(isUnknown ? [{ value, label: 'A deleted schedule' }] : []),
  ];
  return <Choice label="Schedule" value={value} onChange={onChange} data={data} />;
}

// TimeChoice offers spans that end now. The address has the times themselves, so that a link shows the same runs later.
function TimeChoice({ search, onChange }: { search: RunsSearch; onChange: (change: Partial<RunsSearch>) => void }) {
  const own = search.from ?? search.to;
  const custom = own ? [{ value: 'custom', label: search.from ? `Since ${absoluteTime(new Date(own))}` : `Until ${absoluteTime(new Date(own))}` }] : [];
  return (
    <Choice
      label="Time"
      value={own && 'custom'}
      onChange={(span) => span !== 'custom' && onChange({ from: span && new Date(Date.now() - Number(span)).toISOString(), to: undefined })}
      data={[{ value: '', label: 'Any time' }, ...custom, ...spans]}
    />
  );
}

function usePlaceOptions(project: string | undefined) {
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  const inProject = (id: string) => !project || id === project;
  const workspaces = projects.filter(({ id }) => inProject(id)).flatMap((one) => one.workspaces ?? []);
  return {
    projects: [{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))],
    environments: [
      { value: '', label: 'All environments' },
      ...environments.filter((one) => inProject(one.project)).map(({ id, name }) => ({ value: id, label: name })),
      ...workspaces.map(({ id, name }) => ({ value: id, label: `${name} (workspace)` })),
    ],
  };
}
