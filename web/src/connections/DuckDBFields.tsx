import { TextInput } from '@mantine/core';

export function DuckDBFields() {
  return (
    <TextInput
      name="path"
      label="Folder (optional)"
      description="The folder of the DuckDB files on the server (default: inside the data folder)."
      placeholder="/srv/warehouse"
      autoComplete="off"
    />
  );
}
