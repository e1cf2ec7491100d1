import { Stack } from '@mantine/core';
import { CopyableText } from '../ui/CopyableText';

interface AddressesProps {
  uris: string[];
  entityID?: string;
}

// Addresses are what an administrator registers at the provider.
export function Addresses({ uris, entityID }: AddressesProps) {
  const what = entityID ? 'Assertion consumer service' : 'Redirect URI';
  return (
    <Stack>
      {entityID && <CopyableText label="Entity ID and metadata of this service" text={entityID} copyLabel="Copy entity ID" />}
      {uris.map((uri, index) => (
        <CopyableText key={uri} label={`${what} ${index + 1}`} text={uri} copyLabel={`Copy ${what.toLowerCase()} ${index + 1}`} />
      ))}
    </Stack>
  );
}
