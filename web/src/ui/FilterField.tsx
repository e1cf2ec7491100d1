import { Kbd, TextInput } from '@mantine/core';
import { Icon } from './Icon';

interface FilterFieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

// FilterField shows the filter of a page, which the page stores in the address. The key / focuses it.
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={<Kbd size="xs">/</Kbd>}
      data-page-filter
      w={260}
    />
  );
}
