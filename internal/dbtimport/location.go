package dbtimport

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/transform"
)

// defaultLocation is the location of the schema of the target.
const defaultLocation = "MAIN"

// defaultSchema is the schema of the target. dbt takes it from a profile, which is not read.
const defaultSchema = "main"

// locations assigns storage locations to schemas: one for each database and schema.
type locations struct {
	names    []string
	mappings map[string]transform.Mapping
}

// of returns the location of a mapping. A new one gets the wanted name, with a number if that is taken.
func (l *locations) of(m transform.Mapping, wanted string) string {
	for _, name := range l.names {
		if l.mappings[name] == m {
			return name
		}
	}
	if l.mappings == nil {
		l.mappings = map[string]transform.Mapping{}
	}
	wanted = strings.ToUpper(identifier(wanted))
	name := wanted
	for number := 2; ; number++ {
		if _, isTaken := l.mappings[name]; !isTaken {
			break
		}
		name = fmt.Sprintf("%s_%d", wanted, number)
	}
	l.names = append(l.names, name)
	l.mappings[name] = m
	return name
}

// locate sets the location and the name of every resource: those that dbt creates first, in the order of their files.
func (x *conversion) locate() {
	x.locations.of(transform.Mapping{Schema: defaultSchema}, defaultLocation)
	taken := map[transform.NodeRef]*resource{}
	for _, r := range x.resources {
		if r.isBuilt() {
			x.locateBuilt(r)
			x.claimName(taken, r)
		}
	}
	for _, r := range x.resources {
		if !r.isBuilt() {
			x.locateSource(taken, r)
		}
	}
}

func (x *conversion) locateBuilt(r *resource) {
	custom, database := r.config.text("schema"), r.config.text("database")
	mapping, wanted := transform.Mapping{Database: database, Schema: defaultSchema}, defaultLocation
	if r.kind == snapshotKind && r.config.text("target_schema") != "" {
		mapping.Schema = r.config.text("target_schema")
		wanted = mapping.Schema
		if target := r.config.text("target_database"); target != "" {
			mapping.Database = target
		}
	} else if custom != "" {
		mapping.Schema, wanted = defaultSchema+"_"+custom, custom
	}
	if mapping.Database != "" {
		wanted = mapping.Database + "_" + wanted
	}
	name := r.name
	if alias := r.config.text("alias"); alias != "" {
		name = alias
	}
	r.node = transform.NodeRef{Location: x.locations.of(mapping, wanted), Name: x.nodeName(identifier(name))}
	if identifier(name) != name {
		x.report.add(Entry{
			File: r.file, Line: r.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("the name %q is %s: a node has letters, digits and _", name, r.node.Name),
		})
	}
}

// nodeName returns the name of a node. Snowflake creates names without quotes in upper case.
func (x *conversion) nodeName(name string) string {
	if x.platform == enginekind.Snowflake && plainColumn.MatchString(name) {
		return strings.ToUpper(name)
	}
	return name
}

// claimName gives a node another name if two have the same.
func (x *conversion) claimName(taken map[transform.NodeRef]*resource, r *resource) {
	wanted := r.node
	for number := 2; taken[r.node] != nil; number++ {
		r.node.Name = fmt.Sprintf("%s_%d", wanted.Name, number)
	}
	if r.node != wanted {
		x.report.add(Entry{
			File: r.file, Line: r.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("%s and %s have one name in one schema, so this node has another name", taken[wanted].name, r.name),
			Hint:    "Give one of them another alias or schema.",
		})
	}
	taken[r.node] = r
}

// locateSource sets the location of a source. A source that names a table that the project creates is that node.
func (x *conversion) locateSource(taken map[transform.NodeRef]*resource, r *resource) {
	schema := r.config.text("schema")
	mapping := transform.Mapping{Database: r.config.text("database"), Schema: schema}
	wanted := schema
	if mapping.Database != "" {
		wanted = mapping.Database + "_" + schema
	}
	r.node = transform.NodeRef{Location: x.locations.of(mapping, wanted), Name: x.nodeName(r.config.text("identifier"))}
	if same := taken[r.node]; same != nil && same.isBuilt() {
		x.report.add(Entry{
			File: r.file, Line: r.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("the source %s is the %s %s of the project", r.name, same.kind, same.name),
		})
		x.sources[r.name] = same
		r.node = same.node
		x.replaced[r] = true
		if set, isSet := r.config["freshness"]; isSet && set.value != nil {
			x.leaveFreshness(r, set, "it is a table of the project")
		}
		return
	} else if same != nil {
		x.sources[r.name] = same // two sources of one table
		x.replaced[r] = true
		return
	}
	taken[r.node] = r
}
