import type { RoleScope } from '../api/userRoles';
import { roleChoices } from '../users/roles';

interface RoleOption {
  value: string;
  label: string;
}

// The role with the fewest permissions comes first.
export const roleOptions: Record<RoleScope['level'], RoleOption[]> = {
  organization: roleChoices,
  project: [
    { value: '', label: '–' },
    { value: 'projectMember', label: 'Member' },
    { value: 'projectContributor', label: 'Contributor' },
    { value: 'projectArchitect', label: 'Architect' },
    { value: 'projectAdministrator', label: 'Administrator' },
  ],
  environment: [
    { value: '', label: '–' },
    { value: 'environmentReader', label: 'Reader' },
    { value: 'environmentAdministrator', label: 'Administrator' },
  ],
};
