import { useQuery } from '@tanstack/react-query';
import { catalogNodeQuery } from '../api/catalog';
import type { Crumb } from './useCrumbs';

// useCatalogCrumbs returns the path of a page of the catalog: the environment, the node and the column.
export function useCatalogCrumbs(parts: string[], names: (id: string) => string): Crumb[] | undefined {
  const [page, environmentID, kind, node, column] = parts;
  const isNode = page === 'catalog' && kind === 'nodes';
  const detail = useQuery({ ...catalogNodeQuery(environmentID ?? '', node ?? ''), enabled: isNode }).data;
  if (page !== 'catalog' || !environmentID) return undefined;
  const environment: Crumb[] = [
    { label: 'Catalog', to: '/catalog' },
    { label: names(environmentID), to: '/catalog', search: { environment: environmentID } },
  ];
  if (isNode) return [...environment, { label: detail?.name ?? '…' }];
  return [...environment, ...[node, column].filter(Boolean).map((label) => ({ label: decodeURIComponent(label!) }))];
}
