package account

import "slices"

// Permission is an action that a role may allow. The permission table of httpapi names one for every operation.
type Permission string

// The permissions, by subject.
const (
	OrganizationRead  Permission = "organization.read"
	UsersRead         Permission = "users.read"
	UsersManage       Permission = "users.manage"
	ConnectionsRead   Permission = "connections.read"
	ConnectionsManage Permission = "connections.manage"
	ConnectionsUse    Permission = "connections.use" // select the connection of an environment
	GitAccountsUse    Permission = "gitAccounts.use"
	ProjectsList      Permission = "projects.list"
	ProjectsCreate    Permission = "projects.create"
	RunsList          Permission = "runs.list"
	WebhooksManage    Permission = "webhooks.manage"
	ServerRead        Permission = "server.read"
	AuditRead         Permission = "audit.read" // entries of what the user can see; administrators see all
	SingleSignOn      Permission = "singleSignOn.manage"

	ProjectRead       Permission = "project.read"
	ProjectUpdate     Permission = "project.update"
	ProjectDelete     Permission = "project.delete"
	ProjectRolesRead  Permission = "project.roles.read"
	ProjectRolesSet   Permission = "project.roles.set"
	WorkspaceRead     Permission = "workspace.read"
	WorkspaceEdit     Permission = "workspace.edit"
	WorkspaceManage   Permission = "workspace.manage"
	EnvironmentCreate Permission = "environment.create"

	EnvironmentRead     Permission = "environment.read"
	EnvironmentUpdate   Permission = "environment.update"
	EnvironmentDelete   Permission = "environment.delete"
	EnvironmentRun      Permission = "environment.run"
	EnvironmentRolesSet Permission = "environment.roles.set"
)

// inOrganization lists what each organization role allows everywhere in the organization. Administrators have every
// permission and are not listed.
var inOrganization = map[OrganizationRole][]Permission{
	OrganizationContributor: {OrganizationRead, UsersRead, ConnectionsRead, GitAccountsUse, ProjectsList, ProjectsCreate, RunsList, AuditRead},
	OrganizationMember:      {OrganizationRead, UsersRead, ConnectionsRead, GitAccountsUse, ProjectsList, RunsList, AuditRead},
}

// inProject lists what each project role allows in that project and in all of its environments.
var inProject = map[ProjectRole][]Permission{
	ProjectAdministrator: {
		ProjectRead, ProjectUpdate, ProjectDelete, ProjectRolesRead, ProjectRolesSet, WorkspaceRead, WorkspaceEdit, WorkspaceManage,
		EnvironmentCreate, EnvironmentRead, EnvironmentUpdate, EnvironmentDelete, EnvironmentRun, EnvironmentRolesSet, ConnectionsUse,
	},
	ProjectArchitect: {
		ProjectRead, ProjectUpdate, ProjectRolesRead, WorkspaceRead, WorkspaceEdit, WorkspaceManage,
		EnvironmentCreate, EnvironmentRead, EnvironmentUpdate, EnvironmentDelete, EnvironmentRun, ConnectionsUse,
	},
	ProjectContributor: {ProjectRead, ProjectRolesRead, WorkspaceRead, WorkspaceEdit, EnvironmentRead},
	ProjectMember:      {ProjectRead, WorkspaceRead, EnvironmentRead},
}

// inEnvironment lists what each environment role allows in that environment.
var inEnvironment = map[EnvironmentRole][]Permission{
	EnvironmentAdministrator: {EnvironmentRead, EnvironmentUpdate, EnvironmentDelete, EnvironmentRun, EnvironmentRolesSet, ProjectRolesRead},
	EnvironmentReader:        {EnvironmentRead},
}

// everyPermission lists what an organization's administrator may do.
var everyPermission = []Permission{
	OrganizationRead, UsersRead, UsersManage, ConnectionsRead, ConnectionsManage, ConnectionsUse, GitAccountsUse,
	ProjectsList, ProjectsCreate, RunsList, WebhooksManage, ServerRead, AuditRead, SingleSignOn,
	ProjectRead, ProjectUpdate, ProjectDelete, ProjectRolesRead, ProjectRolesSet, WorkspaceRead, WorkspaceEdit, WorkspaceManage, EnvironmentCreate,
	EnvironmentRead, EnvironmentUpdate, EnvironmentDelete, EnvironmentRun, EnvironmentRolesSet,
}

// Permissions returns what the role allows everywhere in the organization.
func (r OrganizationRole) Permissions() []Permission {
	if r == OrganizationAdministrator {
		return slices.Clone(everyPermission)
	}
	return slices.Clone(inOrganization[r])
}
