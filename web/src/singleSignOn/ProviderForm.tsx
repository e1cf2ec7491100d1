import { Alert, Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { type IdentityProvider, useSaveIdentityProvider, useTestIdentityProvider } from '../api/singleSignOn';
import { announce } from '../ui/announce';
import { type Fields, submitted } from '../ui/form';
import { Icon } from '../ui/Icon';
import { ProblemAlert } from '../ui/ProblemAlert';
import { Addresses } from './Addresses';
import { DeleteProviderDialog } from './DeleteProviderDialog';
import { Findings } from './Findings';
import { PeopleFields } from './PeopleFields';
import { ProtocolFields } from './ProtocolFields';
import { type Kind, providerFrom } from './provider';

// ProviderForm tests the settings first. When they have been tested as they are, it saves them.
export function ProviderForm({ stored }: { stored: IdentityProvider | null }) {
  const [kind, setKind] = useState<Kind>(stored?.kind ?? 'oidc');
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true);
  const [isDeleting, setDeleting] = useState(false);
  const test = useTestIdentityProvider();
  const save = useSaveIdentityProvider();
  // A provider that is switched off need not work.
  const isTested = test.isSuccess || !isEnabled;
  const error = save.error ?? test.error;

  function submit(fields: Fields) {
    const body = providerFrom(kind, fields);
    if (!isTested) {
      test.mutate(body);
      return;
    }
    save.mutate(body, { onSuccess: () => announce('Single sign-on is saved') });
  }

  function change() {
    test.reset();
    save.reset();
  }

  return (
    <form onSubmit={submitted(submit)} onChange={change} autoComplete="off" aria-label="Identity provider">
      <Stack maw={720} gap="lg">
        {!stored && (
          <Alert variant="outline" icon={<Icon name="info" />}>
            Your organization has no identity provider: people sign in with e-mail and password.
          </Alert>
        )}
        <NativeSelect
          name="kind"
          label="Protocol"
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(value as Kind)}
          data={[
            { value: 'oidc', label: 'OpenID Connect' },
            { value: 'saml', label: 'SAML 2.0' },
          ]}
        />
        <ProtocolFields key={kind} kind={kind} stored={stored?.kind === kind ? stored : null} />
        <PeopleFields kind={kind} stored={stored} />
        <Switch
          name="isEnabled"
          label="Offer the provider on the sign-in page"
          checked={isEnabled}
          onChange={({ currentTarget: { checked } }) => setEnabled(checked)}
        />
        <Switch
          name="onlySingleSignOn"
          label="Only single sign-on"
          description="Passwords are refused, except those of break-glass administrators. Mark one below first."
          defaultChecked={stored?.onlySingleSignOn ?? false}
          disabled={!isEnabled}
        />
        {test.data && <Findings test={test.data} />}
        {error && <ProblemAlert error={error} />}
        <Group>
          <Button type="submit" loading={test.isPending || save.isPending}>
            {buttonText(isTested, test.data?.success ?? true)}
          </Button>
          {stored && (
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          {!isTested && (
            <Text size="sm" c="dimmed">
              You can save after the test.
            </Text>
          )}
        </Group>
        {stored && !test.data && <Addresses uris={stored.redirectURIs} entityID={stored.entityID} />}
      </Stack>
      <DeleteProviderDialog opened={isDeleting} onClose={() => setDeleting(false)} />
    </form>
  );
}

function buttonText(isTested: boolean, isSuccess: boolean): string {
  if (!isTested) return 'Test';
  return isSuccess ? 'Save' : 'Save anyway';
}
