package dbtimport

import (
	"fmt"

	"github.com/millrace/millrace/internal/yamldoc"
)

// readProperties reads a YAML file beside models, seeds, snapshots or tests.
func (x *conversion) readProperties(p *dbtPackage, file string) error {
	root, err := readYAML(p.folder, file)
	if err != nil || root == nil || root.Kind != yamldoc.Mapping {
		return err
	}
	from := propertyFile{pkg: p, file: p.shown(file)}
	for section := range root.Children() {
		switch section.Key {
		case "version":
		case "models", "seeds", "snapshots":
			for _, one := range items(section) {
				x.properties = append(x.properties, properties{propertyFile: from, section: section.Key, root: one})
			}
		case "sources":
			for _, one := range items(section) {
				x.readSource(from, one)
			}
		case "exposures":
			for _, one := range items(section) {
				x.exposures = append(x.exposures, properties{propertyFile: from, section: section.Key, root: one})
			}
		default:
			x.leaveSection(from, section)
		}
	}
	return nil
}

// propertyFile is a YAML file with properties.
type propertyFile struct {
	pkg  *dbtPackage
	file string // in the report
}

// properties are an entry of such a file.
type properties struct {
	propertyFile

	section string
	root    *yamldoc.Node
}

// leaveSection reports entries without a counterpart, each with its line.
func (x *conversion) leaveSection(from propertyFile, section *yamldoc.Node) {
	entry := Entry{File: from.file, Action: Left}
	switch section.Key {
	case "unit_tests":
		entry.Hint = "Write a test with @testSQL on data of a development environment."
	case "metrics", "semantic_models", "saved_queries":
		entry.Hint = "Define the metric in a node, or in the tool that shows it."
	case "macros", "analyses", "data_tests", "tests":
		entry.Action = Adapted // descriptions of what has no place for one
		entry.Hint = "Keep the text as a comment."
	case "groups":
		entry.Hint = "Use roles of the project for access, and a subgraph for the list of nodes."
	default:
		entry.Hint = "Remove it, or add it to the new project by hand."
	}
	list := items(section)
	if len(list) == 0 {
		entry.Line, entry.Message = line(section), fmt.Sprintf("%s has no counterpart", section.Key)
		x.report.add(entry)
	}
	for _, one := range list {
		entry.Line, entry.Message = line(one), fmt.Sprintf("%s: %s has no counterpart", section.Key, text(one.Get("name")))
		if section.Key == "macros" {
			entry.Message = "the description of the macro " + text(one.Get("name")) + " is not taken"
		}
		x.report.add(entry)
	}
}

// applyProperties adds the properties of YAML files to their resources.
func (x *conversion) applyProperties() {
	for _, p := range x.properties {
		name := text(p.root.Get("name"))
		r := x.byName[p.pkg][name]
		if r == nil && p.section == "snapshots" && !p.root.Get("relation").IsNull() {
			r = x.snapshotOfYAML(p)
		}
		if r == nil {
			if versions := items(p.root.Get("versions")); len(versions) > 0 {
				x.applyVersions(p, name, versions)
				continue
			}
			x.report.add(Entry{
				File: p.file, Line: line(p.root), Action: Left, Message: fmt.Sprintf("%s: there is no %s in the dbt project", p.section, name),
				Hint: "Remove the entry, or correct the name.",
			})
			continue
		}
		x.applyTo(r, p)
	}
}

// applyVersions adds the properties of a model to the files of its versions.
func (x *conversion) applyVersions(p properties, name string, versions []*yamldoc.Node) {
	if latest := text(p.root.Get("latest_version")); latest != "" {
		x.latest[name] = name + "_v" + latest
	}
	for _, version := range versions {
		if r := x.byName[p.pkg][name+"_v"+text(version.Get("v"))]; r != nil {
			x.applyTo(r, p)
			x.fill(r.config, origin{p.file, p.pkg}, version.Get("config"))
		}
	}
}

func (x *conversion) applyTo(r *resource, p properties) {
	r.properties, r.describes = p.root, p.file
	from := origin{p.file, p.pkg}
	x.fill(r.config, from, p.root.Get("config"))
	for _, key := range []string{"tags", "meta"} {
		if one := p.root.Get(key); one != nil {
			x.fillEntry(r.config, from, one)
		}
	}
	x.report.add(Entry{File: p.file, Line: line(p.root), Action: Taken, Message: fmt.Sprintf("properties of the %s %s", r.kind, r.name)})
	x.leaveProperties(r, p)
}

// leaveProperties reports properties without a counterpart.
func (x *conversion) leaveProperties(r *resource, p properties) {
	for _, key := range []string{"access", "group", "constraints", "deprecation_date", "time_spine"} {
		if one := p.root.Get(key); !one.IsNull() {
			x.report.add(Entry{
				File: p.file, Line: line(one), Action: Left, Message: fmt.Sprintf("%s of %s has no counterpart", key, r.name),
				Hint: "Remove it, or add it to the new project by hand.",
			})
		}
	}
}

// columnsOf returns the columns that the properties list.
func columnsOf(root *yamldoc.Node) []*yamldoc.Node { return items(root.Get("columns")) }

// testsOf returns the list of tests of a model or a column.
func testsOf(root *yamldoc.Node) []*yamldoc.Node {
	var list []*yamldoc.Node
	for _, key := range []string{"tests", "data_tests"} {
		section := root.Get(key)
		if section == nil || section.Kind != yamldoc.Sequence {
			continue
		}
		for one := range section.Children() {
			list = append(list, one)
		}
	}
	return list
}
