import { Group, TextInput } from '@mantine/core';
import type { AdministeredOrganization } from '../api/organizations';
import type { Fields } from '../ui/form';

const mebibyte = 1024 * 1024;

// QuotaFields are the fields of quotas. An empty field is no limit.
export function QuotaFields({ quotas }: { quotas?: AdministeredOrganization['quotas'] }) {
  return (
    <Group grow align="flex-start">
      <QuotaField name="maxUsers" label="Users" quota={quotas?.maxUsers} />
      <QuotaField name="maxRuns" label="Runs at once" quota={quotas?.maxRuns} />
      <QuotaField name="maxStorage" label="Storage in MiB" quota={Math.ceil((quotas?.maxStorageBytes ?? 0) / mebibyte)} />
    </Group>
  );
}

function QuotaField({ name, label, quota }: { name: string; label: string; quota?: number }) {
  return <TextInput type="number" name={name} label={label} placeholder="no limit" min={0} max={2_000_000_000} step={1} defaultValue={quota || ''} />;
}

// quotasOf returns the quotas that the fields say.
export function quotasOf({ maxUsers, maxRuns, maxStorage }: Fields) {
  return { maxUsers: Number(maxUsers), maxRuns: Number(maxRuns), maxStorageBytes: Number(maxStorage) * mebibyte };
}
