package project

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// DatabaseOwner says that mappings of a project have led to a database of an embedded engine. It stays when the mappings are
// removed, because the data of the project stays in the database.
type DatabaseOwner struct {
	Server, Database string // in the forms that are compared
	Project          ids.Project
}

// OwnedDatabases returns the databases of an embedded engine that the mappings of a target lead to, besides its own file.
func (t *RunTarget) OwnedDatabases() []DatabaseOwner {
	over := &t.Connection
	if !enginekind.IsEmbedded(string(over.Platform)) {
		return nil
	}
	databases := map[string]bool{}
	for _, mapping := range t.Mappings {
		if !over.isDefaultDatabase(mapping.Database) {
			databases[over.fold(mapping.Database)] = true
		}
	}
	var owned []DatabaseOwner
	for _, name := range slices.Sorted(maps.Keys(databases)) {
		owned = append(owned, DatabaseOwner{Server: over.Server(), Database: name, Project: t.Project})
	}
	return owned
}

// CheckOwners returns a conflict if the change leads to a database that has only belonged to other projects.
func (c *MappingChange) CheckOwners(owners []DatabaseOwner) error {
	for _, wanted := range c.After.OwnedDatabases() {
		isOfOthers, isOwn := false, false
		for _, owner := range owners {
			if owner.Server == wanted.Server && owner.Database == wanted.Database {
				isOwn = isOwn || owner.Project == wanted.Project
				isOfOthers = isOfOthers || owner.Project != wanted.Project
			}
		}
		if isOfOthers && !isOwn {
			return fault.New(fault.Conflict, "database %q has data of another project", wanted.Database).
				WithHint("Map the location to another database. To use this one, an organization administrator repeats the request with " +
					"confirmSharedMappings: true (--confirm-shared-mappings).")
		}
	}
	return nil
}
