import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { nodeHealthQuery } from '../api/overviews';
import choices from '../deploy/Choices.module.css';
import { isMoving } from '../environments/moving';
import { useLive } from '../environments/useLive';
import { EmptyState } from '../ui/EmptyState';
import { FilterField } from '../ui/FilterField';
import { Panel } from '../ui/Panel';
import { QueryView } from '../ui/QueryView';
import { contains } from '../ui/text';
import type { EnvironmentTabProps } from './EnvironmentPage';
import { NodeHealthTable } from './NodeHealthTable';
import { NothingDeployed } from './NothingDeployed';

const route = getRouteApi('/signedIn/projects/$projectID/environments/$environmentID');

// NodesTab lists the deployed nodes; filter and order are in the address.
export function NodesTab({ overview }: EnvironmentTabProps) {
  const { q, sort } = route.useSearch();
  const navigate = route.useNavigate();
  const nodes = useLive(nodeHealthQuery(overview.id), () => isMoving(overview));
  if (overview.health.status === 'neverDeployed') return <NothingDeployed overview={overview} />;
  const sorts = [
    { value: undefined, label: 'Worst first' },
    { value: 'location' as const, label: 'By location' },
  ];
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <FilterField
          label="Filter nodes"
          value={q}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, q: value }), replace: true })}
        />
        <fieldset className={choices.kinds}>
          <VisuallyHidden component="legend">Order</VisuallyHidden>
          {sorts.map(({ value, label }) => (
            <label key={label} className={choices.kind}>
              <input
                type="radio"
                name="sort"
                checked={sort === value}
                onChange={() => void navigate({ search: (old) => ({ ...old, sort: value }), replace: true })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </Group>
      <QueryView query={nodes}>
        {({ data }) => {
          const shown = data.filter((node) => contains(q, `${node.locationName}.${node.name}`, node.nodeType, node.health));
          return shown.length > 0 ? (
            <NodeHealthTable nodes={shown} byLocation={sort === 'location'} />
          ) : (
            <Panel>
              <EmptyState icon="search" title={data.length === 0 ? 'No nodes are deployed' : 'No node matches'}>
                {data.length === 0 ? 'The deployed project has no nodes.' : 'Change or clear the filter.'}
              </EmptyState>
            </Panel>
          );
        }}
      </QueryView>
    </Stack>
  );
}
