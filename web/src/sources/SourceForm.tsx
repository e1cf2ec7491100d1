import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionCatalogQuery, locationsQuery, mappingsQuery, useAddSources } from '../api/sources';
import { ActionButton } from '../ui/ActionButton';
import { ProblemAlert } from '../ui/ProblemAlert';
import { counted } from '../ui/text';
import classes from './Sources.module.css';

interface SourceFormProps {
  workspaceID: string;
  database: string;
  schema: string;
  tables: string[];
  onAdded: (names: string[]) => void;
}

const newLocation = '\u0000new';

// SourceForm chooses the location of the sources and creates them. A location that leads to the schema comes first.
export function SourceForm({ workspaceID, database, schema, tables, onAdded }: SourceFormProps) {
  const locations = useQuery(locationsQuery(workspaceID)).data?.locations ?? [];
  const schemas = useQuery(connectionCatalogQuery(workspaceID, { database })).data?.entries ?? [];
  const databases = useQuery(connectionCatalogQuery(workspaceID)).data?.entries ?? [];
  const mappings = useQuery(mappingsQuery(workspaceID)).data ?? {};
  const add = useAddSources(workspaceID);
  const leading = schemas.find(({ name }) => name === schema)?.locations ?? [];
  const [choice, setChoice] = useState<string>();
  const [name, setName] = useState(suggestion(schema));
  const chosen = choice ?? leading[0] ?? newLocation;
  const location = chosen === newLocation ? name.trim() : chosen;
  const mapped = leading.includes(location) ? undefined : mappings[location]?.schema;
  const isDefault = databases.find((entry) => entry.name === database)?.isDefault;

  function submit() {
    add.mutate(
      { database: isDefault ? undefined : database, catalogDatabase: database, schema, tables, location },
      { onSuccess: onAdded },
    );
  }

  return (
    <div className={classes.form}>
      {add.isError && <ProblemAlert error={add.error} />}
      <Group align="flex-end">
        <NativeSelect
          label="Location"
          value={chosen}
          onChange={(event) => setChoice(event.currentTarget.value)}
          data={[
            ...leading.map((value) => ({ value, label: `${value} (leads to ${schema})` })),
            ...locations.filter((value) => !leading.includes(value)).map((value) => ({ value, label: value })),
            { value: newLocation, label: 'New location…' },
          ]}
        />
        {chosen === newLocation && <TextInput label="Name of the new location" value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={100} />}
        <ActionButton onClick={submit} loading={add.isPending} reason={reasonOf(tables, location, mapped)}>
          Add {tables.length === 0 ? 'sources' : counted(tables.length, 'source')}
        </ActionButton>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        In an environment, the mapping of the location decides where the tables are. Without a mapping they are in {schema}.
      </Text>
    </div>
  );
}

const suggestion = (schema: string) => schema.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');

function reasonOf(tables: string[], location: string, mapped: string | undefined): string | undefined {
  if (mapped) return `The workspace maps ${location} to ${mapped}. Choose another location.`;
  if (tables.length === 0) return 'Check at least one table or view.';
  return location === '' ? 'Name the new location.' : undefined;
}
