import { Kbd, TextInput } from '@mantine/core';
import { Icon } from './Icon';
import { useTyped } from './useTyped';

interface FilterFieldProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

// FilterField shows the filter of a page, which the page stores in the address. The key / focuses it.
export function FilterField({ label, value, onChange }: FilterFieldProps) {
  const [text, type] = useTyped(value ?? '', (next) => onChange(next || undefined));
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={<Kbd size="xs">/</Kbd>}
      data-page-filter
      w={260}
    />
  );
}
