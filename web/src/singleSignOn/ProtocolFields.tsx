import { PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import type { IdentityProvider } from '../api/singleSignOn';
import type { Kind } from './provider';

interface ProtocolFieldsProps {
  kind: Kind;
  stored: IdentityProvider | null;
}

// ProtocolFields are how the server reaches the provider.
export function ProtocolFields({ kind, stored }: ProtocolFieldsProps) {
  return kind === 'saml' ? <SAMLFields stored={stored} /> : <OpenIDFields stored={stored} />;
}

function OpenIDFields({ stored }: { stored: IdentityProvider | null }) {
  return (
    <Stack>
      <TextInput
        name="issuer"
        label="Issuer"
        description="The URL of the provider, exactly as it writes it: <issuer>/.well-known/openid-configuration must exist."
        placeholder="https://login.example.com"
        defaultValue={stored?.issuer}
        required
        maxLength={1000}
      />
      <TextInput name="clientID" label="Client ID" defaultValue={stored?.clientID} required maxLength={1000} />
      <PasswordInput
        name="clientSecret"
        label="Client secret"
        description={stored?.hasClientSecret ? 'Leave it empty to keep the stored secret.' : undefined}
        autoComplete="new-password"
        required={!stored?.hasClientSecret}
        maxLength={4096}
      />
      <TextInput
        name="scopes"
        label="More scopes"
        description="In addition to openid, email and profile, separated by spaces."
        defaultValue={stored?.scopes.join(' ')}
      />
    </Stack>
  );
}

function SAMLFields({ stored }: { stored: IdentityProvider | null }) {
  return (
    <Stack>
      <TextInput
        name="metadataURL"
        label="Metadata URL"
        placeholder="https://login.example.com/metadata"
        defaultValue={stored?.metadataURL}
        maxLength={1000}
      />
      <Textarea name="metadata" label="Metadata" description="The XML itself, instead of a URL." autosize minRows={2} maxRows={10} defaultValue={stored?.metadata} />
      <TextInput
        name="emailAttribute"
        label="E-mail attribute"
        description="Empty for the usual ones, such as mail, or the NameID."
        defaultValue={stored?.emailAttribute}
        maxLength={1000}
      />
    </Stack>
  );
}
