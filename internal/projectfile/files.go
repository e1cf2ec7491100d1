package projectfile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// Files writes a whole project without its old files, and returns every file by its path. Parts that came from a file
// keep their path. Unknown keys are in the old files only; to keep them, write file by file.
func Files(p *transform.Project) map[string][]byte {
	w := fileSet{}
	w[manifestFile] = newDocument(&p.Manifest, manifestFields)
	w[locationsFile] = newDocument(&Locations{Names: p.Locations, DefaultStorageMapping: p.Manifest.DefaultStorageMapping}, locationFields)
	w.workspaces(p.Workspaces)
	for i := range p.Environments {
		e := &p.Environments[i]
		w.put(e.File, path.Join(environmentsFolder, idName(e.Name, e.ID)), newDocument(e, environmentFields))
	}
	for i := range p.Jobs {
		j := &p.Jobs[i]
		w.put(j.File, path.Join(jobsFolder, idName(j.Name, string(j.ID))), newDocument(j, jobFields))
	}
	for i := range p.Subgraphs {
		s := &p.Subgraphs[i]
		w.put(s.File, path.Join(subgraphsFolder, idName(s.Name, string(s.ID))), newDocument(s, subgraphFields))
	}
	w.macros(macrosFolder, p.Macros)
	for i := range p.Packages {
		w.pack(&p.Packages[i])
	}
	for i := range p.NodeTypes {
		w.nodeType(&p.NodeTypes[i])
	}
	for _, n := range p.Nodes {
		w.node(n)
	}
	return w
}

// NodePath returns the path of a new node's file.
func NodePath(n *transform.Node) string {
	extension := yamlExtension
	if n.Kind == transform.SQLNode {
		extension = sqlExtension
	}
	return path.Join(nodesFolder, FileName(n.Location)+"-"+FileName(n.Name)+extension)
}

// idName returns the name of a file that an id makes unique.
func idName(display, id string) string {
	return FileName(display) + "-" + FileName(id) + yamlExtension
}

// newDocument writes a new file.
func newDocument[T any](from *T, table fields[T]) []byte {
	root := yamldoc.NewMapping()
	writeFields(&overlay{node: root, isNew: true}, from, table)
	return yamldoc.Write(root)
}

// fileSet contains files by their paths.
type fileSet map[string][]byte

// put adds a file under its previous path, or under a new one. If names differ only in characters that file names drop,
// put adds a number.
func (w fileSet) put(had, fresh string, content []byte) {
	if had != "" {
		w[had] = content
		return
	}
	extension := path.Ext(fresh)
	stem := strings.TrimSuffix(fresh, extension)
	for number := 2; w[fresh] != nil; number++ {
		fresh = fmt.Sprintf("%s_%d%s", stem, number, extension)
	}
	w[fresh] = content
}

func (w fileSet) workspaces(list []transform.Workspace) {
	var named []transform.Workspace
	for i := range list {
		if list[i].Name == "" {
			w[workspaceFile] = newDocument(&list[i], workspaceFields)
			continue
		}
		named = append(named, list[i])
	}
	if content, err := WriteOldWorkspaces(named, nil); err == nil && len(named) > 0 {
		w[oldWorkspacesFile] = content
	}
}

func (w fileSet) macros(folder string, list []transform.Macro) {
	for i := range list {
		w.put(list[i].File, path.Join(folder, idName(list[i].Name, list[i].ID)), newDocument(&list[i], macroFields))
	}
}

func (w fileSet) pack(p *transform.Package) {
	w.put(p.File, path.Join(packagesFolder, FileName(p.Alias)+yamlExtension), newDocument(p, packageFields))
	w.macros(path.Join(packagesFolder, FileName(p.Alias), macrosFolder), p.Macros)
}

// nodeType writes a type of the project or of a package, but not of the library, which is part of this program.
func (w fileSet) nodeType(t *transform.NodeType) {
	if t.IsBuiltIn {
		return
	}
	d := &definition{NodeType: *t}
	_, d.ID, _ = t.ID.InPackage()
	folder := path.Join(nodeTypesFolder, FileName(t.Name)+"-"+FileName(string(d.ID)))
	if t.Package != "" {
		folder = path.Join(packagesFolder, FileName(t.Package), folder)
	}
	w.put(t.File, path.Join(folder, definitionFile), newDocument(d, definitionFields))
	if t.Create != "" {
		w.put(t.CreateFile, path.Join(folder, createFile), []byte(t.Create))
	}
	if t.Run != "" {
		w.put(t.RunFile, path.Join(folder, runFile), []byte(t.Run))
	}
}

func (w fileSet) node(n *transform.Node) {
	content, err := WriteNode(n, nil)
	if err != nil {
		return // only an old file can conflict, and there is none
	}
	w.put(n.File, NodePath(n), content)
	if n.Seed != nil {
		w[n.Seed.File] = csvOf(n.Seed)
	}
}

func csvOf(seed *transform.Seed) []byte {
	var b bytes.Buffer
	rows := csv.NewWriter(&b)
	_ = rows.Write(seed.Header) // a write to a buffer cannot fail
	_ = rows.WriteAll(seed.Rows)
	return b.Bytes()
}
