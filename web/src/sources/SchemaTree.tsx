import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CatalogEntry, type CatalogLocation, connectionCatalogQuery } from '../api/sources';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import classes from './Sources.module.css';

interface SchemaTreeProps {
  workspaceID: string;
  at: CatalogLocation;
  onOpen: (at: CatalogLocation) => void;
}

// SchemaTree lists the databases, and the schemas of the open one. A single database is open from the start.
export function SchemaTree({ workspaceID, at, onOpen }: SchemaTreeProps) {
  const databases = useQuery(connectionCatalogQuery(workspaceID));
  const only = databases.data?.entries.length === 1 ? databases.data.entries[0]?.name : undefined;
  const open = at.database ?? only;
  if (databases.isPending) return <Skeleton height={180} aria-busy="true" />;
  if (!databases.data) return <ProblemAlert error={databases.error} onRetry={() => void databases.refetch()} />;
  return (
    <nav className={classes.tree} aria-label="Databases and schemas">
      <ul>
        {databases.data.entries.map((entry) => (
          <li key={entry.name}>
            <UnstyledButton className={classes.database} aria-expanded={entry.name === open} onClick={() => onOpen({ database: entry.name })}>
              <Icon name="connections" size={15} /> {entry.name}
              {entry.isDefault && databases.data.entries.length > 1 && <small>default</small>}
            </UnstyledButton>
            {entry.name === open && <Schemas workspaceID={workspaceID} database={entry.name} current={at.schema} onOpen={onOpen} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SchemasProps {
  workspaceID: string;
  database: string;
  current?: string;
  onOpen: (at: CatalogLocation) => void;
}

function Schemas({ workspaceID, database, current, onOpen }: SchemasProps) {
  const schemas = useQuery(connectionCatalogQuery(workspaceID, { database }));
  if (schemas.isPending) return <Skeleton height={80} mt={6} aria-busy="true" />;
  if (!schemas.data) return <ProblemAlert error={schemas.error} onRetry={() => void schemas.refetch()} />;
  if (schemas.data.entries.length === 0) {
    return (
      <Text size="sm" c="dimmed" px="sm">
        It has no schemas.
      </Text>
    );
  }
  return (
    <ul>
      {schemas.data.entries.map((entry) => (
        <li key={entry.name}>
          <UnstyledButton
            className={classes.schema}
            aria-current={entry.name === current ? 'true' : undefined}
            onClick={() => onOpen({ database, schema: entry.name })}
          >
            {entry.name}
            <LocationNames entry={entry} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function LocationNames({ entry: { locations = [] } }: { entry: CatalogEntry }) {
  return locations.length === 0 ? null : <small>{locations.join(', ')}</small>;
}
