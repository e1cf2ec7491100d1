package projectfile

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// oldManifest is data.yml in its first forms, versions 1 and 2: it contains the whole project but the nodes.
//
// Its parts get the paths of the files that contain them since version 3. A part with such a file is read from the file, so that
// an edit, which writes the file, takes precedence.
type oldManifest struct {
	manifest     transform.Manifest
	locations    []string
	environments []transform.Environment
	jobs         []transform.Job
	subgraphs    []transform.Subgraph
	macros       []transform.Macro
	nodeTypes    []transform.NodeType
}

// oldManifestVersion returns the version of a manifest in an old form, which has another key for it.
func oldManifestVersion(root *yamldoc.Node) (int, bool) {
	version, ok := root.Get("version").Int()
	return int(version), ok && version >= 1 && version < manifestVersion && root.Get("fileVersion").IsNull()
}

var oldManifestFields = fields[oldManifest]{
	"version": ignored[oldManifest](),
	"defaultStorageMapping": {read: func(r *reader, into *oldManifest, value *yamldoc.Node) {
		into.manifest.DefaultStorageMapping = r.word(value)
	}},
	"platformKind":      {read: func(r *reader, into *oldManifest, value *yamldoc.Node) { into.manifest.Platform = r.word(value) }},
	"locations":         {read: readOldLocations},
	"jobs":              {read: readOldJobs},
	"subgraphs":         {read: readOldSubgraphs},
	"macros":            {read: readOldMacros},
	"stepTypes":         {read: readOldNodeTypes},
	"packages":          ignored[oldManifest](), // these forms have only the names of what a package contains
	"installedPackages": ignored[oldManifest](),
	"projects":          ignored[oldManifest](),
}

// ignored returns a field that is known and has no effect.
func ignored[T any]() field[T] {
	return field[T]{read: func(*reader, *T, *yamldoc.Node) {}, write: func(*overlay, string, *T) {}}
}

func (r *reader) oldManifest(root *yamldoc.Node, version int) oldManifest {
	m := oldManifest{manifest: transform.Manifest{Version: version, File: r.file}}
	readFields(r, &m, root, oldManifestFields)
	slices.SortFunc(m.environments, func(a, b transform.Environment) int { return cmp.Compare(a.ID, b.ID) })
	return m
}

// partPath returns the path that a part has since version 3.
func partPath(folder, name, id string) string {
	return path.Join(folder, FileName(name)+"-"+FileName(id)+yamlExtension)
}

// readOldLocations reads the names of the locations, and their mappings by the id of the environment.
func readOldLocations(r *reader, into *oldManifest, value *yamldoc.Node) {
	for location := range r.entries(value) {
		into.locations = append(into.locations, r.words.share(location.Key))
		for child := range r.entries(location.Get("mappingDefinitions")) {
			var mapping transform.Mapping
			readFields(r, &mapping, child, mappingFields)
			at := slices.IndexFunc(into.environments, func(e transform.Environment) bool { return e.ID == child.Key })
			if at < 0 {
				at = len(into.environments)
				id := r.words.share(child.Key)
				into.environments = append(into.environments, transform.Environment{
					ID: id, Name: id, Mappings: map[string]transform.Mapping{}, File: partPath(environmentsFolder, "", id), At: keyOf(child),
				})
			}
			into.environments[at].Mappings[r.words.share(location.Key)] = mapping
		}
	}
}

// entries returns the entries of a mapping of mappings; null has none.
func (r *reader) entries(n *yamldoc.Node) func(yield func(*yamldoc.Node) bool) {
	return func(yield func(*yamldoc.Node) bool) {
		if n == nil || !r.isMapping(n) {
			return
		}
		for child := range n.Children() {
			if r.isMapping(child) && !yield(child) {
				return
			}
		}
	}
}

func readOldJobs(r *reader, into *oldManifest, value *yamldoc.Node) {
	for child := range r.entries(value) {
		j := transform.Job{}
		readFields(r, &j, child, withKeys(jobFields, "steps", "subgraphs"))
		j.File = partPath(jobsFolder, j.Name, string(j.ID))
		into.jobs = append(into.jobs, j)
	}
}

func readOldSubgraphs(r *reader, into *oldManifest, value *yamldoc.Node) {
	for child := range r.entries(value) {
		s := transform.Subgraph{}
		readFields(r, &s, child, subgraphFields)
		s.File = partPath(subgraphsFolder, s.Name, string(s.ID))
		into.subgraphs = append(into.subgraphs, s)
	}
}

func readOldMacros(r *reader, into *oldManifest, value *yamldoc.Node) {
	for child := range r.entries(value) {
		m := transform.Macro{}
		readFields(r, &m, child, macroFields)
		m.File, m.At = partPath(macrosFolder, m.Name, m.ID), diagnostic.Position{}
		into.macros = append(into.macros, m)
	}
}

func readOldNodeTypes(r *reader, into *oldManifest, value *yamldoc.Node) {
	for child := range r.entries(value) {
		d := &definition{NodeType: transform.NodeType{Version: firstTypeVersion}}
		readFields(r, d, child, withKeys(definitionFields, "version"))
		templates := child.Get("metadata").Get("templates")
		d.Create, d.Run = r.oldTemplate(templates.Get("create")), r.oldTemplate(templates.Get("run"))
		folder := path.Join(nodeTypesFolder, FileName(d.Name)+"-"+FileName(string(d.ID)))
		d.File, d.CreateFile, d.RunFile = path.Join(folder, definitionFile), path.Join(folder, createFile), path.Join(folder, runFile)
		if d.ID == "" {
			r.err(keyOf(child), finding{code: diagnostic.MissingKey, message: fmt.Sprintf("the node type %s has no id", child.Key)})
			continue
		}
		r.spec(d)
		d.SpecAt = diagnostic.Position{}
		into.nodeTypes = append(into.nodeTypes, d.NodeType)
	}
}

func (r *reader) oldTemplate(n *yamldoc.Node) string {
	if text := n.Get("templateString"); text != nil {
		return r.text(text)
	}
	return ""
}

// withKeys returns a table with further keys that have no effect.
func withKeys[T any](table fields[T], keys ...string) fields[T] {
	more := make(fields[T], len(table)+len(keys))
	maps.Copy(more, table)
	for _, key := range keys {
		more[key] = ignored[T]()
	}
	return more
}

// addOld adds the parts of an old manifest that have no files of their own.
func (a *assembly) addOld() {
	if a.old == nil {
		return
	}
	p := a.project
	p.Manifest = a.old.manifest
	if len(p.Locations) == 0 {
		p.Locations = a.old.locations
	}
	p.Environments = withMissing(p.Environments, a.old.environments, func(e transform.Environment) string { return e.ID })
	p.Jobs = withMissing(p.Jobs, a.old.jobs, func(j transform.Job) string { return string(j.ID) })
	p.Subgraphs = withMissing(p.Subgraphs, a.old.subgraphs, func(s transform.Subgraph) string { return string(s.ID) })
	p.Macros = withMissing(p.Macros, a.old.macros, func(m transform.Macro) string { return m.ID })
	p.NodeTypes = withMissing(p.NodeTypes, a.old.nodeTypes, func(t transform.NodeType) string { return string(t.ID) })
}

// withMissing appends the parts whose ids are not in the list.
func withMissing[T any](list, more []T, id func(T) string) []T {
	for _, one := range more {
		if !slices.ContainsFunc(list, func(known T) bool { return id(known) == id(one) }) {
			list = append(list, one)
		}
	}
	return list
}
