import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type CatalogNode = Schemas['CatalogNode'];
export type CatalogNodeDetail = Schemas['CatalogNodeDetail'];
export type CatalogNodeList = Schemas['CatalogNodeList'];
export type CatalogColumn = Schemas['CatalogColumn'];
export type Documentation = Schemas['Documentation'];
export type NodeReference = Schemas['NodeReference'];
export type NodeRun = Schemas['NodeRun'];
export type ColumnTrace = Schemas['ColumnTrace'];
export type TracedNode = Schemas['TracedNode'];
export type LineageEdge = Schemas['LineageEdge'];
export type Direction = ColumnTrace['direction'];

const mostNodes = '1000';

export const catalogPath = (environmentID: string, q?: string) =>
  `/api/v1/environments/${environmentID}/catalog${q ? `?q=${encodeURIComponent(q)}` : ''}`;

export const catalogQuery = (environmentID: string, q?: string) =>
  queryOptions({
    queryKey: ['environments', 'catalog', environmentID, { q }],
    queryFn: (): Promise<CatalogNodeList> =>
      unwrap(
        api.GET('/api/v1/environments/{environmentID}/catalog', {
          params: { path: { environmentID }, query: { q: q || undefined, limit: mostNodes, orderBy: 'name' } },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const catalogNodePath = (environmentID: string, nodeID: string) => `/api/v1/environments/${environmentID}/catalog/${nodeID}`;

export const catalogNodeQuery = (environmentID: string, nodeID: string) =>
  queryOptions({
    queryKey: ['environments', 'catalogNode', environmentID, nodeID],
    queryFn: (): Promise<CatalogNodeDetail> =>
      unwrap(api.GET('/api/v1/environments/{environmentID}/catalog/{nodeID}', { params: { path: { environmentID, nodeID } } })),
  });

export const nodeHistoryQuery = (environmentID: string, nodeID: string) =>
  queryOptions({
    queryKey: ['environments', 'nodeHistory', environmentID, nodeID],
    queryFn: () =>
      unwrap(api.GET('/api/v1/environments/{environmentID}/nodes/{nodeID}/history', { params: { path: { environmentID, nodeID } } })),
  });

export interface TraceRequest {
  environmentID: string;
  nodeID: string;
  column: string;
  direction: Direction;
  depth?: number;
}

export const columnLineagePath = ({ environmentID, nodeID, column, direction }: TraceRequest) =>
  `/api/v1/environments/${environmentID}/nodes/${nodeID}/columnLineage?column=${encodeURIComponent(column)}&direction=${direction}`;

export const columnLineageQuery = ({ environmentID, nodeID, column, direction, depth }: TraceRequest) =>
  queryOptions({
    queryKey: ['environments', 'columnLineage', environmentID, nodeID, column, direction, depth],
    queryFn: (): Promise<ColumnTrace> =>
      unwrap(
        api.GET('/api/v1/environments/{environmentID}/nodes/{nodeID}/columnLineage', {
          params: { path: { environmentID, nodeID }, query: { column, direction, depth: depth === undefined ? undefined : String(depth) } },
        }),
      ),
  });
