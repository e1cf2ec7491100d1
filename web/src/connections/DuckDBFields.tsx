import { TextInput } from '@mantine/core';

export function DuckDBFields() {
  return (
    <TextInput
      name="path"
      label="Folder (optional)"
      description="A folder on the server that holds the DuckDB files. Inside the data folder when left empty."
      placeholder="/srv/warehouse"
      autoComplete="off"
    />
  );
}
