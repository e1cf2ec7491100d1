package projectfile

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
)

// kind is a kind of file.
type kind uint8

const (
	manifestKind kind = iota
	locationsKind
	workspaceKind
	environmentKind
	jobKind
	subgraphKind
	macroKind
	nodeKind
	nodeTypeKind // a folder with three files
	packageKind
)

// The folders of a project.
const (
	environmentsFolder = "environments"
	jobsFolder         = "jobs"
	subgraphsFolder    = "subgraphs"
	macrosFolder       = "macros"
	nodesFolder        = "nodes"
	nodeTypesFolder    = "nodeTypes"
	packagesFolder     = "packages"
)

const yamlExtension = ".yml"

// task is a file, or the folder of a node type, to read.
type task struct {
	kind  kind
	path  string
	alias string // of the package that it belongs to, "" for the project's own
}

// finder finds the files of a project. It follows no symbolic links, because files outside the project are not part of
// it.
type finder struct {
	reader

	fsys    fs.FS
	options Options
	tasks   []task
	entries int
	aliases []string // packages whose contents are in the repository
}

// find lists the root of the project and its known folders.
func (f *finder) find() {
	for _, entry := range f.list(".") {
		name := entry.Name()
		switch {
		case isLink(entry) && isRootFolder(name):
			f.rejectLink(name)
		case entry.IsDir():
			f.rootFolder(name)
		case name == manifestFile:
			f.file(entry, task{kind: manifestKind, path: name})
		case name == locationsFile:
			f.file(entry, task{kind: locationsKind, path: name})
		case name == workspaceFile, name == oldWorkspacesFile:
			f.file(entry, task{kind: workspaceKind, path: name})
		}
	}
}

func isRootFolder(name string) bool {
	switch name {
	case environmentsFolder, jobsFolder, subgraphsFolder, macrosFolder, nodesFolder, nodeTypesFolder, packagesFolder:
		return true
	default:
		return false
	}
}

func isLink(entry fs.DirEntry) bool { return entry.Type()&fs.ModeSymlink != 0 }

func (f *finder) rejectLink(file string) {
	f.unreadable(file, "it is a symbolic link, and these are not followed")
}

func (f *finder) rootFolder(name string) {
	switch name {
	case environmentsFolder:
		f.flat(name, task{kind: environmentKind})
	case jobsFolder:
		f.flat(name, task{kind: jobKind})
	case subgraphsFolder:
		f.flat(name, task{kind: subgraphKind})
	case macrosFolder:
		f.flat(name, task{kind: macroKind})
	case nodesFolder:
		f.nodes(name, 1)
	case nodeTypesFolder:
		f.nodeTypes(name, "")
	case packagesFolder:
		f.packages(name)
	}
}

// list returns the entries of a folder without hidden ones. It returns none after the project has too many.
func (f *finder) list(folder string) []fs.DirEntry {
	all, err := fs.ReadDir(f.fsys, folder)
	if err != nil {
		f.unreadable(folder, err.Error())
	}
	var visible []fs.DirEntry
	for _, entry := range all {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		f.entries++
		if f.entries > f.options.MaxFiles {
			f.tooMany(folder)
			break
		}
		visible = append(visible, entry)
	}
	return visible
}

func (f *finder) tooMany(folder string) {
	if f.entries > f.options.MaxFiles+1 {
		return // it was reported
	}
	f.at(folder).err(diagnostic.Position{}, finding{
		code:    diagnostic.FileTooLarge,
		message: fmt.Sprintf("the project has more than %d files; the rest was not read", f.options.MaxFiles),
	})
}

// at returns a reader that adds its findings to a file.
func (f *finder) at(file string) *reader {
	f.reader.file = file
	return &f.reader
}

func (f *finder) unreadable(file, reason string) {
	f.at(file).err(diagnostic.Position{}, finding{code: diagnostic.FileUnreadable, message: "this cannot be read: " + reason})
}

func (f *finder) unexpected(file, hint string) {
	f.at(file).warn(diagnostic.Position{}, finding{
		code:    diagnostic.FileUnexpected,
		message: "this name and folder do not belong to any part of a project",
		hint:    hintOf("the file is ignored", hint),
	})
}

// file adds a task for an entry if it is a file.
func (f *finder) file(entry fs.DirEntry, t task) {
	if f.isFile(entry, t.path) {
		f.tasks = append(f.tasks, t)
	}
}

// isFile reports an entry that is not a file. It checks without opening, because opening a pipe waits for a writer.
func (f *finder) isFile(entry fs.DirEntry, file string) bool {
	switch {
	case isLink(entry):
		f.rejectLink(file)
	case !entry.Type().IsRegular():
		f.unreadable(file, errNotFile.Error())
	default:
		return true
	}
	return false
}

// flat reads a folder of YAML files.
func (f *finder) flat(folder string, like task) {
	for _, entry := range f.list(folder) {
		like.path = path.Join(folder, entry.Name())
		switch {
		case entry.IsDir() || path.Ext(entry.Name()) != yamlExtension:
			f.unexpected(like.path, hintFor(entry.Name()))
		default:
			f.file(entry, like)
		}
	}
}

func hintFor(name string) string {
	if path.Ext(name) == ".yaml" {
		return "rename it to " + strings.TrimSuffix(name, ".yaml") + yamlExtension
	}
	return ""
}
