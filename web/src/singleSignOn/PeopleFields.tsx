import { NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { IdentityProvider } from '../api/singleSignOn';
import { roleNames } from '../users/roles';
import { groupRolesText, type Kind } from './provider';

interface PeopleFieldsProps {
  kind: Kind;
  stored: IdentityProvider | null;
}

// PeopleFields are who may sign in, and with which role.
export function PeopleFields({ kind, stored }: PeopleFieldsProps) {
  return (
    <Stack>
      <TextInput
        name="emailDomains"
        label="E-mail domains"
        description={
          kind === 'saml'
            ? 'Who may sign in. The provider vouches for these addresses.'
            : 'Who may sign in; empty allows everybody at the provider.'
        }
        placeholder="example.com"
        defaultValue={stored?.emailDomains.join(' ')}
        required={kind === 'saml'}
      />
      {kind === 'oidc' && (
        <Switch
          name="trustsEmail"
          label="Trust the e-mail addresses of the provider"
          description="For a provider that does not send email_verified. It needs e-mail domains."
          defaultChecked={stored?.trustsEmail ?? false}
        />
      )}
      <Switch
        name="createsUsers"
        label="Create a user at the first sign-in"
        description="Otherwise an administrator creates the user before."
        defaultChecked={stored?.createsUsers ?? false}
      />
      <NativeSelect
        name="defaultRole"
        label="Default role"
        description="Of new users, and of people in no group below."
        defaultValue={stored?.defaultRole ?? 'organizationMember'}
        data={(['organizationMember', 'organizationContributor'] as const).map((value) => ({ value, label: roleNames[value] }))}
      />
      <TextInput
        name="groupClaim"
        label={kind === 'saml' ? 'Attribute with the groups' : 'Claim with the groups'}
        placeholder="groups"
        defaultValue={stored?.groupClaim}
        maxLength={1000}
      />
      <Textarea
        name="groupRoles"
        label="Roles of groups"
        description="One per line: group = role. The strongest role counts, at each sign-in. Empty leaves roles to administrators."
        placeholder="data-admins = administrator"
        autosize
        minRows={2}
        defaultValue={groupRolesText(stored)}
      />
    </Stack>
  );
}
