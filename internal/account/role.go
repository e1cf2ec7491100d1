package account

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

type (
	// OrganizationRole is a user's role in the organization; every user has one.
	OrganizationRole string
	// ProjectRole is a user's role in one project.
	ProjectRole string
	// EnvironmentRole is a user's role in one environment.
	EnvironmentRole string
)

// The roles of the three levels, without the level prefix of the API.
const (
	OrganizationAdministrator OrganizationRole = "administrator"
	OrganizationContributor   OrganizationRole = "contributor"
	OrganizationMember        OrganizationRole = "member"

	ProjectAdministrator ProjectRole = "administrator"
	ProjectArchitect     ProjectRole = "architect"
	ProjectContributor   ProjectRole = "contributor"
	ProjectMember        ProjectRole = "member"

	EnvironmentAdministrator EnvironmentRole = "administrator"
	EnvironmentReader        EnvironmentRole = "reader"
)

// OrganizationRoles lists the roles of the level, strongest first.
func OrganizationRoles() []OrganizationRole {
	return []OrganizationRole{OrganizationAdministrator, OrganizationContributor, OrganizationMember}
}

// ProjectRoles lists the roles of the level, strongest first.
func ProjectRoles() []ProjectRole {
	return []ProjectRole{ProjectAdministrator, ProjectArchitect, ProjectContributor, ProjectMember}
}

// EnvironmentRoles lists the roles of the level, strongest first.
func EnvironmentRoles() []EnvironmentRole {
	return []EnvironmentRole{EnvironmentAdministrator, EnvironmentReader}
}

// Wire returns the role as the API writes it: organizationAdministrator.
func (r OrganizationRole) Wire() string { return wire("organization", string(r)) }

// Wire returns the role as the API writes it: projectArchitect.
func (r ProjectRole) Wire() string { return wire("project", string(r)) }

// Wire returns the role as the API writes it: environmentReader.
func (r EnvironmentRole) Wire() string { return wire("environment", string(r)) }

func wire(level, role string) string {
	if role == "" {
		return ""
	}
	return level + strings.ToUpper(role[:1]) + role[1:]
}

// ParseOrganizationRole parses a role as people and existing clients write it: see parseRole.
func ParseOrganizationRole(text string) (OrganizationRole, error) {
	return parseRole("organization", text, OrganizationRoles())
}

// ParseProjectRole parses a role as people and existing clients write it: see parseRole.
func ParseProjectRole(text string) (ProjectRole, error) {
	return parseRole("project", text, ProjectRoles())
}

// ParseEnvironmentRole parses a role as people and existing clients write it: see parseRole.
func ParseEnvironmentRole(text string) (EnvironmentRole, error) {
	return parseRole("environment", text, EnvironmentRoles())
}

// parseRole parses a role in any case, with or without the level, with spaces, or short: "Organization Administrator",
// "projectArchitect", "admin".
func parseRole[R ~string](level, text string, roles []R) (R, error) {
	word := strings.TrimPrefix(strings.ToLower(strings.Join(strings.Fields(text), "")), level)
	if word == "admin" {
		word = "administrator"
	}
	names := make([]string, len(roles))
	for i, role := range roles {
		if word == string(role) {
			return role, nil
		}
		names[i] = wire(level, string(role))
	}
	return "", fault.New(fault.Invalid, "%q is not a role of the %s level", text, level).
		WithHint("Use one of %s.", strings.Join(names, ", "))
}
