import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { environmentsQuery } from '../api/environments';
import { projectsQuery } from '../api/projects';
import classes from '../runs/RunFilterBar.module.css';
import { FilterField } from '../ui/FilterField';
import { absoluteTime } from '../ui/time';
import type { AuditSearch } from './search';
import { kindNames } from './words';

const route = getRouteApi('/signedIn/admin/audit');

const hour = 3_600_000;
const spans = [
  { value: `${hour}`, label: 'Last hour' },
  { value: `${24 * hour}`, label: 'Last 24 hours' },
  { value: `${7 * 24 * hour}`, label: 'Last 7 days' },
  { value: `${30 * 24 * hour}`, label: 'Last 30 days' },
];

const resultOptions = [
  { value: '', label: 'Any result' },
  { value: 'ok', label: 'Done' },
  { value: 'refused', label: 'Refused' },
];

const kindOptions = [{ value: '', label: 'Any object' }, ...Object.entries(kindNames).map(([value, label]) => ({ value, label }))];

// AuditFilterBar changes the filters, all of which are in the address.
export function AuditFilterBar() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<AuditSearch>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...change, entry: undefined }), replace });
  const projects = useQuery(projectsQuery).data ?? [];
  const environments = useQuery(environmentsQuery()).data ?? [];
  return (
    <div className={classes.bar} role="search" aria-label="Filter the audit log">
      <FilterField label="E-mail address of a user" value={search.actor} onChange={(actor) => set({ actor }, true)} />
      <Choice label="Object" value={search.objectKind} onChange={(objectKind) => set({ objectKind, action: undefined })} data={kindOptions} />
      <Choice
        label="Project"
        value={search.projectID}
        onChange={(projectID) => set({ projectID, environmentID: undefined })}
        data={[{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Choice
        label="Environment"
        value={search.environmentID}
        onChange={(environmentID) => set({ environmentID })}
        data={[
          { value: '', label: 'All environments' },
          ...environments.filter(({ project }) => !search.projectID || project === search.projectID).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Choice
        label="Result"
        value={search.result}
        onChange={(result) => set({ result: result === 'ok' || result === 'refused' ? result : undefined })}
        data={resultOptions}
      />
      <TimeChoice search={search} onChange={(change) => set(change)} />
      {search.action && (
        <Choice
          label="Action"
          value={search.action}
          onChange={(action) => set({ action })}
          data={[
            { value: '', label: 'Any action' },
            { value: search.action, label: search.action },
          ]}
        />
      )}
      {Object.entries(search).some(([name, value]) => name !== 'entry' && value !== undefined) && (
        <Link to="/admin/audit" className={classes.clear}>
          Clear filters
        </Link>
      )}
    </div>
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

// TimeChoice offers spans that end now. The address has the times themselves, so that a link shows the same entries later.
function TimeChoice({ search, onChange }: { search: AuditSearch; onChange: (change: Partial<AuditSearch>) => void }) {
  const own = search.from ?? search.to;
  const custom = own ? [{ value: 'custom', label: `${search.from ? 'Since' : 'Until'} ${absoluteTime(new Date(own))}` }] : [];
  return (
    <Choice
      label="Time"
      value={own && 'custom'}
      onChange={(span) => span !== 'custom' && onChange({ from: span && new Date(Date.now() - Number(span)).toISOString(), to: undefined })}
      data={[{ value: '', label: 'Any time' }, ...custom, ...spans]}
    />
  );
}
