import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client';
import type { components } from './schema.gen';
import { unwrap } from './unwrap';

type Schemas = components['schemas'];

export type ConnectionCatalog = Schemas['ConnectionCatalog'];
export type CatalogEntry = Schemas['ConnectionCatalogEntry'];
export type Locations = Schemas['Locations'];

// The names of a table, or of a level above tables.
export interface CatalogLocation {
  database?: string;
  schema?: string;
  table?: string;
}

export const connectionCatalogPath = (workspaceID: string) => `/api/v1/workspaces/${workspaceID}/catalog`;

export const connectionCatalogQuery = (workspaceID: string, at: CatalogLocation = {}, q?: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'connectionCatalog', at, { q }],
    queryFn: (): Promise<ConnectionCatalog> => readCatalog(workspaceID, at, q),
    staleTime: 30_000,
  });

const readCatalog = (workspaceID: string, at: CatalogLocation, q?: string) =>
  unwrap(api.GET('/api/v1/workspaces/{workspaceID}/catalog', { params: { path: { workspaceID }, query: { ...at, q: q || undefined } } }));

export const locationsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'locations'],
    queryFn: (): Promise<Locations> => unwrap(api.GET('/api/v1/workspaces/{workspaceID}/locations', { params: { path: { workspaceID } } })),
  });

// mappingsQuery has the mappings of the workspace itself, which sources in their locations follow.
export const mappingsQuery = (workspaceID: string) =>
  queryOptions({
    queryKey: ['workspaces', workspaceID, 'mappings'],
    queryFn: async () => (await unwrap(api.GET('/api/v1/workspaces/{workspaceID}', { params: { path: { workspaceID } } }))).mappings ?? {},
  });

export interface SourceRequest {
  // Absent for the default database.
  database?: string;
  catalogDatabase: string;
  schema: string;
  tables: string[];
  location: string;
}

// useAddSources creates a source for each table, one after the other, because each is an edit of the same workspace. It
// returns the names of the sources.
export function useAddSources(workspaceID: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (request: SourceRequest): Promise<string[]> => {
      try {
        await addLocation(workspaceID, request.location);
        for (const table of request.tables) await addSource(workspaceID, request, table);
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['workspaces', workspaceID] });
      }
      return request.tables.map((table) => `${request.location}.${table}`);
    },
  });
}

// addLocation adds a location to the workspace unless it has it.
async function addLocation(workspaceID: string, location: string): Promise<void> {
  const params = { path: { workspaceID } };
  const { locations, defaultStorageLocation, version } = await unwrap(api.GET('/api/v1/workspaces/{workspaceID}/locations', { params }));
  if (locations.includes(location)) return;
  const body = { locations: [...locations, location], defaultStorageLocation, version };
  await unwrap(api.PUT('/api/v1/workspaces/{workspaceID}/locations', { params, body }));
}

async function addSource(workspaceID: string, { database, catalogDatabase, schema, location }: SourceRequest, table: string): Promise<void> {
  const { entries } = await readCatalog(workspaceID, { database: catalogDatabase, schema, table });
  const columns = entries.map(({ name, dataType, nullable }) => ({ name, dataType, nullable }));
  await unwrap(
    api.POST('/api/v1/workspaces/{workspaceID}/nodes', {
      params: { path: { workspaceID } },
      body: { nodeType: 'Source', name: table, locationName: location, source: { database, schema, columns } },
    }),
  );
}
