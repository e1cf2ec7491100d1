package project

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// mappedSchema is the schema that a mapping leads to, in a form that can be compared.
type mappedSchema struct{ server, database, schema string }

// schemaOf returns the schema of a mapped location, and false if no other environment or workspace can reach it.
func (t *RunTarget) schemaOf(location string) (mappedSchema, bool) {
	mapping, over := t.Mappings[location], &t.Connection
	found := mappedSchema{server: over.Server(), database: over.fold(mapping.Database)}
	found.schema = over.fold(cmp.Or(mapping.Schema, location))
	switch {
	case enginekind.IsEmbedded(string(over.Platform)) && over.isDefaultDatabase(mapping.Database):
		found.database = over.fold(enginekind.DefaultDatabase(string(over.Platform)))
		return found, t.OwnFile == ""
	case over.Platform == DuckLake: // the lake is one database, whatever the database of its catalog is called
		found.database = over.fold(cmp.Or(mapping.Database, enginekind.DefaultDatabase(string(over.Platform))))
	case mapping.Database == "":
		if database, isText := over.Settings[databaseSetting(over.Platform)].(string); isText {
			found.database = over.fold(database)
		}
	}
	return found, true
}

// MappingChange is a change of the mappings or the connection of an environment or workspace.
type MappingChange struct {
	Before RunTarget // without mappings for a new one
	After  RunTarget
	By     account.Actor
}

// IsEmpty reports whether no location leads to another schema than before.
func (c *MappingChange) IsEmpty() bool { return len(c.changedLocations()) == 0 }

// changedLocations returns the locations that lead to another schema than before, or can now write to it, in order.
func (c *MappingChange) changedLocations() []string {
	var changed []string
	for _, location := range slices.Sorted(maps.Keys(c.After.Mappings)) {
		before, wasMapped := c.Before.Mappings[location]
		if wasMapped && (!before.ReadOnly || c.After.Mappings[location].ReadOnly) {
			was, _ := c.Before.schemaOf(location)
			if is, _ := c.After.schemaOf(location); was == is {
				continue
			}
		}
		changed = append(changed, location)
	}
	return changed
}

// Check returns a conflict if a changed location leads to a schema that a location of another target leads to. Sharing
// one would let the users of one read and change the data of the other.
func (c *MappingChange) Check(others []RunTarget) error {
	for _, location := range c.changedLocations() {
		schema, isShared := c.After.schemaOf(location)
		if !isShared {
			continue
		}
		for i := range others {
			if c.isSameUsers(&others[i]) {
				continue
			}
			if used, isUsed := others[i].locationAt(c.shared(schema, &others[i])); isUsed {
				return c.conflict(location, schema, &others[i], used)
			}
		}
	}
	return nil
}

// isSameUsers reports whether the same users may use both targets: it is the same one, or both are workspaces of a project.
func (c *MappingChange) isSameUsers(other *RunTarget) bool {
	return other.ID == c.After.ID || other.IsWorkspace && c.After.IsWorkspace && other.Project == c.After.Project
}

// shared returns what a mapping to a schema would share with another target. An embedded engine attaches whole databases,
// so SQL of another project would reach all their schemas; the result then has no schema.
func (c *MappingChange) shared(schema mappedSchema, other *RunTarget) mappedSchema {
	over := &c.After.Connection
	isWhole := enginekind.IsEmbedded(string(over.Platform)) && !over.isDefaultDatabase(schema.database)
	if isWhole && other.Project != c.After.Project {
		schema.schema = ""
	}
	return schema
}

// locationAt returns the location that leads to a schema, or to any schema of a database.
func (t *RunTarget) locationAt(wanted mappedSchema) (string, bool) {
	for _, location := range slices.Sorted(maps.Keys(t.Mappings)) {
		schema, isShared := t.schemaOf(location)
		if wanted.schema == "" {
			schema.schema = ""
		}
		if isShared && schema == wanted {
			return location, true
		}
	}
	return "", false
}

func (c *MappingChange) conflict(location string, schema mappedSchema, other *RunTarget, used string) error {
	owner := "another environment"
	if other.IsWorkspace {
		owner = "another workspace"
	}
	if c.sees(other) {
		owner = fmt.Sprintf("location %s of %s", used, other)
	}
	return fault.New(fault.Conflict, "location %s cannot lead to database %q, schema %q: %s leads there", location, schema.database, schema.schema, owner).
		WithHint("Map it to another database or schema. To share the schema, an organization administrator repeats the request with " +
			"confirmSharedMappings: true (--confirm-shared-mappings).")
}

// sees reports whether the actor may know about another target.
func (c *MappingChange) sees(other *RunTarget) bool {
	if other.IsWorkspace {
		return c.By.Can(account.WorkspaceRead, account.Scope{Project: other.Project})
	}
	return c.By.Can(account.EnvironmentRead, account.Scope{Project: other.Project, Environment: other.ID})
}

// databaseSetting returns the setting of a connection that names the database of mappings without one.
func databaseSetting(kind PlatformKind) string {
	if kind == Trino {
		return "catalog"
	}
	return "database"
}
