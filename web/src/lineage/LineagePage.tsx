import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { problemOf } from '../api/problem';
import { type ColumnTrace, catalogQuery, columnLineageQuery } from '../api/catalog';
import { MissingObject } from '../ui/MissingObject';
import { PageSkeleton } from '../ui/PageSkeleton';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Lineage.module.css';
import { LineageGraph } from './LineageGraph';
import { LineageHeader } from './LineageHeader';
import { LineagePanel } from './LineagePanel';
import { LineageTable } from './LineageTable';
import { columnKey, narrowed } from './trace';

const route = getRouteApi('/signedIn/catalog/$environmentID/columns/$node/$column');

const mostNodes = 60;
const shortDepth = 2;

// LineagePage follows one column through the deployed project. The column of the side panel, the direction and the uses are
// in the address.
export function LineagePage() {
  return (
    <div className={classes.page}>
      <Lineage />
    </div>
  );
}

function Lineage() {
  const { environmentID, node, column } = route.useParams();
  const { dir = 'up' } = route.useSearch();
  const list = useQuery(catalogQuery(environmentID, node));
  const nodeID = list.data?.data.find((one) => one.id === node || `${one.locationName}.${one.name}` === node)?.id;
  const request = { environmentID, nodeID: nodeID ?? '', column, direction: dir === 'up' ? 'upstream' : 'downstream' } as const;
  const whole = useQuery({ ...columnLineageQuery(request), enabled: nodeID !== undefined });
  const isLarge = (whole.data?.nodes.length ?? 0) > mostNodes;
  const short = useQuery({ ...columnLineageQuery({ ...request, depth: shortDepth }), enabled: isLarge });
  const error = list.error ?? whole.error ?? short.error;
  if (error && problemOf(error).status === 404) return <Unknown name={list.error ? `Environment ${environmentID}` : `Column ${node}.${column}`} />;
  if (error) return <ProblemAlert error={error} onRetry={() => void Promise.all([list.refetch(), whole.refetch()])} />;
  if (list.data && !list.isPlaceholderData && nodeID === undefined) return <Unknown name={`Node ${node}`} />;
  const drawn = isLarge ? short.data : whole.data;
  if (!whole.data || !drawn) return <PageSkeleton />;
  return <Loaded environmentID={environmentID} whole={whole.data} drawn={drawn} />;
}

interface LoadedProps {
  environmentID: string;
  // Everything, for the table.
  whole: ColumnTrace;
  // What the graph draws; less than everything if that is too large.
  drawn: ColumnTrace;
}

function Loaded({ environmentID, whole, drawn }: LoadedProps) {
  const { use, view, look } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = narrowed(drawn, use);
  const start = whole.nodes[0]!;
  const startKey = columnKey(start, whole.start.column);
  const looked = look ?? startKey;
  const open = (key: string) => void navigate({ search: (old) => ({ ...old, look: key === startKey ? undefined : key }), replace: true, resetScroll: false });
  const follow = (node: string, column: string) =>
    void navigate({ to: '/catalog/$environmentID/columns/$node/$column', params: { environmentID, node, column }, search: (old) => ({ ...old, look: undefined }) });
  return (
    <Stack gap="md">
      <LineageHeader environmentID={environmentID} trace={whole} />
      <div className={classes.split}>
        <div className={classes.work}>
          {view === 'table' ? (
            <LineageTable environmentID={environmentID} trace={narrowed(whole, use)} />
          ) : (
            <>
              <div className={classes.graphOnly}>
                <LineageGraph trace={shown} looked={looked} onLook={open} onFollow={follow} further={whole.nodes.length - drawn.nodes.length} />
              </div>
              <div className={classes.tableOnly}>
                <LineageTable environmentID={environmentID} trace={narrowed(whole, use)} />
              </div>
            </>
          )}
        </div>
        <LineagePanel environmentID={environmentID} nodes={whole.nodes} looked={looked} />
      </div>
    </Stack>
  );
}

function Unknown({ name }: { name: string }) {
  return (
    <MissingObject name={name} action={<Button component={Link} to="/catalog">Go to the catalog</Button>}>
      It is not deployed in this environment, or your roles do not let you see it. Search the catalog for another one.
    </MissingObject>
  );
}
