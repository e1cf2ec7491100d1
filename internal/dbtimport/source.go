package dbtimport

import (
	"fmt"
	"maps"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// readSource reads a source of a YAML file: one resource for each table.
func (x *conversion) readSource(from propertyFile, root *yamldoc.Node) {
	name := text(root.Get("name"))
	if name == "" {
		return
	}
	shared := config{}
	at := origin{from.file, from.pkg}
	x.fill(shared, at, root.Get("config"))
	for _, key := range []string{"database", "schema", "tags", "loaded_at_field", "freshness"} {
		if one := root.Get(key); !one.IsNull() {
			x.fillEntry(shared, at, one)
		}
	}
	if shared.text("schema") == "" {
		shared.put("schema", setting{value: name, file: from.file, line: line(root)})
	}
	for _, table := range items(root.Get("tables")) {
		x.readSourceTable(from, shared, name, table)
	}
}

func (x *conversion) readSourceTable(from propertyFile, shared config, source string, table *yamldoc.Node) {
	name := text(table.Get("name"))
	r := &resource{
		kind: sourceKind, pkg: from.pkg, name: source + "." + name, file: from.file, line: line(table), properties: table, describes: from.file, config: config{},
	}
	maps.Copy(r.config, shared)
	at := origin{from.file, from.pkg}
	r.config.put("identifier", setting{value: name, file: from.file, line: line(table)})
	x.fill(r.config, at, table.Get("config"))
	for _, key := range []string{"identifier", "tags", "loaded_at_field", "freshness"} {
		if one := table.Get(key); one != nil {
			x.fillEntry(r.config, at, one)
		}
	}
	if x.sources[r.name] != nil {
		x.report.add(Entry{File: r.file, Line: r.line, Action: Left, Message: "the source " + r.name + " is defined twice", Hint: "Remove one of the entries."})
		return
	}
	x.sources[r.name] = r
	x.resources = append(x.resources, r)
}

// convertSource makes the node of a source.
func (x *conversion) convertSource(r *resource) {
	mapping := x.locations.mappings[r.node.Location]
	n := x.newYAMLNode(r, "Source")
	n.IsSource, n.Database, n.Schema = true, mapping.Database, mapping.Schema
	n.Columns = x.sourceColumns(r)
	n.Tests = append(n.Tests, x.freshnessTests(r)...)
	x.take(r, n)
	if len(n.Columns) == 0 {
		x.report.add(Entry{
			File: r.file, Line: r.line, Action: Adapted, Node: r.node.String(),
			Message: fmt.Sprintf("the source %s lists no data types; its columns are read from the table", r.name),
			Hint:    "Run `dbt docs generate` before the import to take them from target/catalog.json.",
		})
	}
}

// sourceColumns returns the columns of a source, if the catalog or the properties have the types of all of them.
func (x *conversion) sourceColumns(r *resource) []transform.Column {
	descriptions := map[string]string{}
	var listed []transform.Column
	isComplete := true
	for _, column := range columnsOf(r.properties) {
		name, dataType := text(column.Get("name")), text(column.Get("data_type"))
		descriptions[name] = x.description(r.pkg, column.Get("description"))
		isComplete = isComplete && dataType != ""
		listed = append(listed, newColumn(name, dataType, descriptions[name]))
	}
	if known := x.catalog[r.name]; len(known) > 0 {
		columns := make([]transform.Column, len(known))
		for i, c := range known {
			columns[i] = newColumn(c.Name, c.Type, descriptions[c.Name])
		}
		return columns
	}
	if !isComplete {
		return nil
	}
	return listed
}
