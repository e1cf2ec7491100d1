package repository

import (
	"path"
	"strings"

	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/snapshot"
)

// Part is the part of a project that a file defines.
type Part struct {
	Kind string // node, job, subgraph, …; file if it is no part of a project
	ID   string // of a node, a job or a subgraph; empty if the file has none
	Name string // of a node LOCATION.NAME
}

// IsNode reports whether it is a node.
func (p Part) IsNode() bool { return p.Kind == nodeKind }

// partsOf reads the parts that files define. A file that cannot be parsed is identified by its path alone.
func partsOf(files map[string][]byte) map[string]Part {
	parts := make(map[string]Part, len(files))
	readable := make(map[string][]byte, len(files))
	for path, content := range files {
		parts[path] = Part{Kind: kindOf(path)}
		if hasIdentity(parts[path].Kind) {
			readable[path] = content
		}
	}
	packed, err := snapshot.PackFiles(readable)
	if err != nil {
		return parts
	}
	folder, err := packed.Open()
	if err != nil {
		return parts
	}
	read, _ := projectfile.Read(folder, projectfile.Options{})
	for _, n := range read.Nodes {
		if string(n.ID) == n.File {
			continue // the reader's name for a node without a name
		}
		parts[n.File] = Part{Kind: nodeKind, ID: string(n.ID), Name: n.Location + "." + n.Name}
	}
	for _, j := range read.Jobs {
		parts[j.File] = Part{Kind: jobKind, ID: string(j.ID), Name: j.Name}
	}
	for _, g := range read.Subgraphs {
		parts[g.File] = Part{Kind: subgraphKind, ID: string(g.ID), Name: g.Name}
	}
	return parts
}

// The kinds of parts that have an id.
const (
	nodeKind     = "node"
	jobKind      = "job"
	subgraphKind = "subgraph"
)

func hasIdentity(kind string) bool {
	return kind == nodeKind || kind == jobKind || kind == subgraphKind
}

// kindOf returns the kind of part from the path of a file.
func kindOf(file string) string {
	switch file {
	case "data.yml":
		return "manifest"
	case "locations.yml":
		return "location"
	case "workspace.yml", "workspaces.yml":
		return "workspace"
	}
	folder, _, inFolder := strings.Cut(file, "/")
	extension := path.Ext(file)
	switch {
	case !inFolder:
		return "file"
	case folder == "nodes" && (extension == ".yml" || extension == ".sql"):
		return nodeKind
	case folder == "nodes" && extension == ".csv":
		return "seed"
	case folder == "nodes":
		return "file"
	}
	kinds := map[string]string{
		"environments": "environment", "jobs": jobKind, "subgraphs": subgraphKind, "macros": "macro", "nodeTypes": "nodeType", "packages": "package",
	}
	if kind, is := kinds[folder]; is {
		return kind
	}
	return "file"
}
