import { TextInput } from '@mantine/core';

export function DuckDBFields({ settings = {} }: { settings?: Record<string, unknown> }) {
  return (
    <TextInput
      name="path"
      label="Folder (optional)"
      description="The folder of the DuckDB files on the server (default: inside the data folder)."
      placeholder="/srv/warehouse"
      defaultValue={typeof settings.path === 'string' ? settings.path : undefined}
      autoComplete="off"
    />
  );
}
