import { Group, NumberInput } from '@mantine/core';
import type { AdministeredOrganization } from '../api/organizations';
import type { Fields } from '../ui/form';

const mebibyte = 1024 * 1024;

// QuotaFields are the fields of quotas. An empty field is no limit.
export function QuotaFields({ quotas }: { quotas?: AdministeredOrganization['quotas'] }) {
  const value = (quota = 0) => (quota > 0 ? quota : '');
  return (
    <Group grow align="flex-start">
      <NumberInput name="maxUsers" label="Users" placeholder="no limit" min={0} allowDecimal={false} defaultValue={value(quotas?.maxUsers)} />
      <NumberInput name="maxRuns" label="Runs at once" placeholder="no limit" min={0} allowDecimal={false} defaultValue={value(quotas?.maxRuns)} />
      <NumberInput
        name="maxStorage"
        label="Storage in MiB"
        placeholder="no limit"
        min={0}
        allowDecimal={false}
        defaultValue={value(Math.ceil((quotas?.maxStorageBytes ?? 0) / mebibyte))}
      />
    </Group>
  );
}

// quotasOf returns the quotas that the fields say.
export function quotasOf({ maxUsers, maxRuns, maxStorage }: Fields) {
  return { maxUsers: Number(maxUsers), maxRuns: Number(maxRuns), maxStorageBytes: Number(maxStorage) * mebibyte };
}
