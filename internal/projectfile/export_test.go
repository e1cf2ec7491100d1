package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// The product reads whole projects and writes the files that it edits. These functions open single files to the tests.

// ParseEnvironment reads a file of environments/.
func ParseEnvironment(path, content string) (transform.Environment, []diagnostic.Diagnostic) {
	r := newReader(path)
	e := r.environment(content)
	return e, r.found
}

// WriteEnvironment merges an environment into its file in environments/; original is nil for a new file.
func WriteEnvironment(e *transform.Environment, original []byte) ([]byte, error) {
	return writeDocument(e, original, environmentFields)
}

// ParseLocations reads locations.yml.
func ParseLocations(path, content string) (Locations, []diagnostic.Diagnostic) {
	r := newReader(path)
	l := r.locations(content)
	return l, r.found
}

// ParseMacro reads a file of macros/.
func ParseMacro(path, content string) (transform.Macro, []diagnostic.Diagnostic) {
	r := newReader(path)
	m := r.macro(content)
	return m, r.found
}

// ParseManifest reads data.yml.
func ParseManifest(path, content string) (transform.Manifest, []diagnostic.Diagnostic) {
	r := newReader(path)
	m := r.manifest(content)
	return m.(transform.Manifest), r.found
}

// ParsePackage reads a file packages/<alias>.yml. The contents of the package are in other files.
func ParsePackage(path, content string) (transform.Package, []diagnostic.Diagnostic) {
	r := newReader(path)
	p := r.pack(content)
	return p, r.found
}

// WritePackage merges a package into packages/<alias>.yml; original is nil for a new file.
func WritePackage(p *transform.Package, original []byte) ([]byte, error) {
	draft := *p
	if was, _ := ParsePackage(p.File, string(original)); len(original) > 0 && was.Alias == p.Alias {
		return writeDocument(&draft, original, withoutKey(packageFields, "name")) // the name may come from the file name
	}
	return writeDocument(&draft, original, packageFields)
}

// ParseWorkspaces reads workspace.yml, or the older workspaces.yml with several workspaces.
func ParseWorkspaces(path, content string) ([]transform.Workspace, []diagnostic.Diagnostic) {
	r := newReader(path)
	list := r.workspaces(content)
	return list, r.found
}

// WriteWorkspace merges a workspace into workspace.yml; original is nil for a new file.
func WriteWorkspace(w *transform.Workspace, original []byte) ([]byte, error) {
	return writeDocument(w, original, workspaceFields)
}
